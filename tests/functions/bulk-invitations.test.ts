import { expect } from 'vitest'
import { listActivity } from '#shared/api/activity.ts'
import * as users from '#shared/api/users.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'

let number = 0
const aPerson = () => ({
  full_name: 'Ivy Invited',
  email: `several${number++}@example.com`,
  roles: pharmacy.driver.user.roles,
})
const send = (people: readonly object[]) => app.call(users.createUsers, { as: pharmacy.admin, body: { users: people } })
const taken = { ok: false, detail: 'A user with this email already exists' }

test('several people are invited at once, each by their own email', async () => {
  const people = [aPerson(), aPerson(), aPerson()]
  const { status, body } = await send(people)
  expect(status).toBe(200)
  expect(body).toMatchObject(
    people.map(({ email, roles }) => ({ ok: true, user: { email, roles, state: 'Invited', is_tenant_admin: false } })),
  )
  passSeconds(app, 1)
  await app.sendMails()
  for (const { email } of people) expect(await mailsOf(app, email)).toHaveLength(1)
  const { body: events } = await app.call(listActivity, { as: pharmacy.admin, query: { action: 'user.invited' } })
  expect(events).toHaveLength(3)
})

test('a line that cannot be invited is reported, and the others are invited', async () => {
  const [one, two] = [aPerson(), aPerson()]
  const stranger = { ...aPerson(), roles: [pharmacy.tenant.id] }
  const { body } = await send([one, { ...two, email: one.email }, stranger, two])
  expect(body).toMatchObject([
    { ok: true },
    taken,
    { ok: false, detail: 'This role does not exist' },
    { ok: true, user: { email: two.email } },
  ])
})

test('each line that exceeds the day’s limit for emails is reported', async () => {
  const { body } = await send(Array.from({ length: 22 }, aPerson))
  const refused = { ok: false, detail: 'Too many invitations. Try again later.' }
  expect(body.filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(20)
  expect(body.slice(20)).toEqual([refused, refused])
})

test('all lines are rejected if one has no name or there are too many', async () => {
  expect(await send([aPerson(), { ...aPerson(), full_name: '' }])).toMatchObject({ status: 422 })
  expect(await send(Array.from({ length: 51 }, aPerson))).toMatchObject({ status: 422 })
  expect(await send([])).toMatchObject({ status: 422 })
})
