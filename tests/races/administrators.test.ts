import { expect } from 'vitest'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as users from '#shared/api/users.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Person } from '#tests/support/test-app.ts'
import { isAccepted, sendTogether } from './send-together.ts'

const update = (id: string, body: object, as: Person) => app.call(users.updateUser, { as, params: { id }, body })

test.each([
  ['demoted', (id: string, as: Person) => update(id, { is_tenant_admin: false }, as)],
  ['deactivated', (id: string, as: Person) => update(id, { is_active: false }, as)],
  ['deleted', (id: string, as: Person) => app.call(users.deleteUser, { as, params: { id } })],
])('an organization keeps an administrator when its two administrators are %s by each other', async (_, strike) => {
  for (let round = 0; round < howMany({ quick: 3, proof: 200 }); round++) {
    const { tenant, admin } = await app.createPharmacy()
    const second = await app.join(tenant, { is_tenant_admin: true })
    const answers = await sendTogether(
      () => strike(second.user.id, admin),
      () => strike(admin.user.id, second),
      round,
    )
    expect(answers.filter(isAccepted)).toHaveLength(1)
    // The other call is refused, because it would remove the last administrator (409) or because its caller has already lost the
    // permission (403) or the account (401).
    expect([401, 403, 409]).toContain(answers.find((answer) => !isAccepted(answer))?.status)
  }
  expect(await problemsIn(app)).toEqual([])
})

test('no request that starts after a user’s deactivation succeeds', async () => {
  const { tenant, admin, driver } = await app.createPharmacy()
  const leaving = await app.join(tenant, { roles: driver.user.roles })
  let isOut = false
  const late: number[] = []
  let early = 0
  async function keepAsking() {
    for (let round = 0; round < howMany({ quick: 8, proof: 40 }) || !isOut; round++) {
      const isLate = isOut
      const calls = [
        () => app.call(deliveries.listDeliveries, { as: leaving }),
        () => app.call(auth.me, { as: leaving }),
        () => app.call(auth.refresh, { body: { refresh_token: leaving.refreshToken } }),
      ]
      const { status } = (await calls[round % calls.length]?.()) ?? {}
      if (isLate) late.push(Number(status))
      else early++
    }
    // Some requests of the loop are sent before the deactivation, but these are certainly sent after it.
    for (let i = 0; i < 10; i++) late.push((await app.call(auth.me, { as: leaving })).status)
  }
  const asking = Array.from({ length: 5 }, keepAsking)
  await app.call(auth.me, { as: admin })
  expect(await update(leaving.user.id, { is_active: false }, admin)).toMatchObject({ status: 200 })
  isOut = true
  await Promise.all(asking)
  expect(early).toBeGreaterThan(0)
  expect(late.length).toBeGreaterThanOrEqual(50)
  expect(new Set(late)).toEqual(new Set([401]))
})
