import { expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { findEnvironment } from '#infra/config.ts'
import { resetAccountFactors } from '#infra/operator/reset-account-factors.ts'
import { me } from '#shared/api/auth.ts'
import { app, test } from '#tests/support/product-test.ts'
import { addPasskey } from '#tests/support/software-authenticator.ts'
import { fakeAws } from './fake-aws.ts'

const deployed = { stacks: { 'carelane-prod': { status: 'UPDATE_COMPLETE', outputs: { OwnTable: 'table' } } } }
const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, account: '111122223333' }
}
const reset = (...args: string[]) => {
  const { openAws } = fakeAws(deployed)
  const hands = { openAws, openTable: () => app.table, say: () => undefined, now: () => app.clock.now }
  return resetAccountFactors(['prod', 'reset-factors', ...args], hands, find).then(
    () => 'done',
    (error: Error) => error.message,
  )
}

test('an operator resets the factors of a user in two organizations, and both log the event', async () => {
  const [here, there] = [await app.createPharmacy(), await app.createPharmacy()]
  const person = await app.join(here.tenant)
  await app.joinAlso(person, there.tenant)
  await addPasskey(app, person)
  expect(await reset(` ${person.user.email.toUpperCase()}`)).toBe('done')
  expect(await app.call(me, { as: person })).toMatchObject({ status: 401 })
  for (const { tenant } of [here, there]) {
    const events = await app.table.queryAll(keysOf(tenant.id).allEvents)
    const resets = events.filter(({ action }) => action === 'user.factors_reset')
    expect(resets.map(({ actor, subject }) => [actor.name, subject.label])).toEqual([['System', person.user.full_name]])
  }
  expect(await reset(person.user.email)).toBe('This account has no two-step sign-in.')
})

test('the command reports what it cannot do', async () => {
  expect(await reset()).toBe('npm run operate -- {environment} reset-factors {email}')
  expect(await reset('nobody@example.com')).toBe('No account has this email address.')
})
