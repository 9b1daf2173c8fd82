import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tableDesign, unscopedKeys } from '#functions/data/table-keys.ts'
import { writeInvitation } from '#functions/mail/write-invitation.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import { countAttempts, runWithinAllowance } from '#functions/security/throttle.ts'
import * as auth from '#shared/api/auth.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let place = ''
/** The partition keys of the rate limits' counters that were written since the array was last emptied. */
let written: string[] = []
beforeAll(async () => {
  app = await openTestApp({
    around: (handler) => (event) => handler({ ...event, headers: { ...event.headers, [edgeHeaders.viewer]: place } }),
  })
  app.services.table.client.middlewareStack.add(
    (next) => (args) => {
      const { pk } = Object(Object(args.input).Key)
      if (String(pk).startsWith('LIMIT#')) written.push(pk)
      return next(args)
    },
    { step: 'initialize', name: 'watchLimits' },
  )
})
afterAll(() => app.close())

const limits = async () =>
  (await tableDump(app))
    .split('\n')
    .filter((line) => line.includes('"LIMIT#'))
    .map((line) => JSON.parse(line))

test('every count expires with the window of its last attempt', async () => {
  const { tenant } = await app.createPharmacy()
  const { user } = await app.join(tenant, { password_hash: await hashPassword('Sturdy-Bridge-77') })
  place = '198.51.100.1'
  for (const password of ['wrong', 'Sturdy-Bridge-77', 'wrong'])
    await app.call(auth.login, { body: { email: user.email, password } })
  await app.call(auth.requestPasswordReset, { body: { email: user.email } })
  const now = Math.floor(app.clock.now.getTime() / 1000)
  const ends = (await limits()).map((item) => item[tableDesign.ttl] - now)
  expect(ends.length).toBeGreaterThan(3)
  for (const end of ends) expect([900, seconds.hour, seconds.day]).toContain(end)
})

test('attempts older than the window are not counted and are removed', async () => {
  const { table } = app
  const allowance = { what: 'test', times: 10, seconds: seconds.hour, detail: 'Too many' }
  const count = async () => (await countAttempts(table, app.clock.now, [allowance, 'somebody'])).refusal?.message
  const stored = async () => (await table.get(unscopedKeys.attempts('test', 'somebody')))?.tries.size
  for (let i = 0; i < 30; i++) expect(await count()).toBe(i < 10 ? undefined : 'Too many')
  expect(await stored()).toBe(30)
  passSeconds(app, seconds.hour + 1)
  expect(await count()).toBeUndefined()
  expect(await stored()).toBe(1)
})

test('actions that were allowed stay counted, however many are refused at once after them', async () => {
  const { table } = app
  const allowance = { what: 'test', times: 20, seconds: seconds.day, detail: 'Too many' }
  let written = 0
  const write = async () => ++written
  const run = () => runWithinAllowance(table, app.clock.now, { of: [[allowance, 'burst']], write })
  for (let i = 0; i < 20; i++) await run()
  // Each of the refused attempts is counted before the first of them is uncounted.
  const burst = 70
  const all = Promise.withResolvers<void>()
  let counted = 0
  const { addTry, takeTries } = table
  const adding = vi.spyOn(table, 'addTry').mockImplementation(async (...added) => {
    const tries = await addTry.apply(table, added)
    if (++counted === burst) all.resolve()
    return tries
  })
  const taking = vi.spyOn(table, 'takeTries').mockImplementation(async (...taken) => {
    await all.promise
    return takeTries.apply(table, taken)
  })
  const refused = await Promise.allSettled(Array.from({ length: burst }, run))
  adding.mockRestore()
  taking.mockRestore()
  expect(refused.filter(({ status }) => status === 'rejected')).toHaveLength(burst)
  await expect(run()).rejects.toThrow('Too many')
  expect(written).toBe(20)
  expect((await table.get(unscopedKeys.attempts('test', 'burst')))?.tries.size).toBe(20)
})

test('an invitation whose outcome is unknown counts, and one that was certainly not written does not', async () => {
  const { tenant } = await app.createPharmacy()
  const invite = (error: Error) =>
    writeInvitation(
      { ...app.services, table: app.table },
      { tenant, email: 'iris@example.com', write: () => Promise.reject(error) },
    ).catch((reason: unknown) => reason)
  const busy = new ProvisionedThroughputExceededException({ message: 'busy', $metadata: {} })
  for (let i = 0; i < 4; i++) expect(await invite(busy)).toBe(busy)
  const lost = Object.assign(new Error('no response'), { name: 'TimeoutError' })
  for (let i = 0; i < 2; i++) expect(await invite(lost)).toBe(lost)
  expect(await invite(lost)).toMatchObject({ code: 'tooMany' })
})

test('counts are spread over items: two users in two places never write the same one', {
  tags: ['proof'],
}, async () => {
  const owners = new Map<string, Set<string>>()
  for (let host = 1; host <= 30; host++) {
    place = `203.0.113.${host}`
    written = []
    const email = `stranger${host}@example.com`
    await app.call(auth.login, { body: { email, password: 'wrong' } })
    await app.call(auth.requestPasswordReset, { body: { email } })
    await app.call(auth.verifyInvitation, { query: { token: 'x' } })
    expect(new Set(written).size).toBeGreaterThanOrEqual(4)
    for (const partition of written) owners.set(partition, (owners.get(partition) ?? new Set()).add(place))
  }
  expect([...owners].filter(([, places]) => places.size > 1)).toEqual([])
})
