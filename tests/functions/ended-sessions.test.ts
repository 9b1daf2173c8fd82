import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { endedSessionHeader } from '#shared/api/ended-session-header.ts'
import { readProof } from '#shared/api/proofs.ts'
import * as sessions from '#shared/api/sessions.ts'
import * as users from '#shared/api/users.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { completionData, formOf } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf, storeSettings } from '#tests/support/run-calls.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

const today = '2026-11-23'

let pharmacy: Organisation
let run: RunCalls
let delivery: Delivery
test.beforeEach(async () => {
  app.clock.now = new Date(`${today}T08:00:00Z`)
  pharmacy = await app.createPharmacy()
  run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: today })
  delivery = await run.add({ status: 'in_progress' })
  passSeconds(app, 120)
})

const sessionOf = ({ refreshToken }: Person) => refreshToken.split('.')[1] ?? ''
const nowText = () => app.clock.now.toISOString()
const complete = (token: string, data: object, id = delivery.id) =>
  app.call(deliveries.completeDelivery, {
    params: { id },
    form: formOf({ ...completionData, ...data }),
    headers: { [endedSessionHeader]: token },
  })

/** Ends a person's session from another session of theirs, a minute later. Returns when it ended. */
async function endElsewhere(person: Person): Promise<string> {
  passSeconds(app, 60)
  const elsewhere = await app.signIn(person.user)
  const ended = await app.call(sessions.endOneSession, { as: elsewhere, params: { id: sessionOf(person) } })
  expect(ended.status).toBe(204)
  return nowText()
}

const refusedToken = { status: 401, body: { detail: 'Please sign in' } }

describe('a completion that was signed before its session was ended', () => {
  test('is accepted with the session’s last token, and history and proof say when the session ended', async () => {
    const captured_at = nowText()
    const session_ended_at = await endElsewhere(pharmacy.driver)
    passSeconds(app, 23 * 3600)
    expect(await complete(pharmacy.driver.token, { captured_at })).toMatchObject({
      status: 200,
      body: { status: 'delivered', captured_at, session_ended_at },
    })
    const admin = await app.signIn(pharmacy.admin.user)
    const params = { id: delivery.id }
    const proof = (await app.call(readProof, { as: admin, params })).body
    expect(proof).toMatchObject({ session_ended_at, chain_ok: true, delivered_by: { name: 'Dora Driver' } })
    expect(proof.chain.at(-1)).toMatchObject({ signed: { session_ended_at } })
    const [newest] = (await app.call(deliveries.readStatusHistory, { as: admin, params })).body
    expect(newest?.notes).toBe('Delivery completed. Signed before the session was ended on Nov 23, 2026 8:03 AM')
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'the driver ends all other sessions',
      async () => app.call(sessions.endOtherSessions, { as: await app.signIn(pharmacy.driver.user) }),
    ],
    [
      'an administrator signs the driver out',
      () => app.call(users.endSessionsOfUser, { as: pharmacy.admin, params: { id: pharmacy.driver.user.id } }),
    ],
  ])('is accepted when %s', async (_, end) => {
    const captured_at = nowText()
    passSeconds(app, 60)
    const session_ended_at = nowText()
    await end()
    expect(await complete(pharmacy.driver.token, { captured_at })).toMatchObject({
      status: 200,
      body: { session_ended_at },
    })
  })

  test('is completed once, although it is sent again after a sign-in', async () => {
    const captured_at = nowText()
    const session_ended_at = await endElsewhere(pharmacy.driver)
    const headers = { 'idempotency-key': 'a3f7b1c2-0000-4000-8000-000000000001' }
    const form = () => formOf({ ...completionData, captured_at })
    const params = { id: delivery.id }
    const first = await app.call(deliveries.completeDelivery, {
      params,
      form: form(),
      headers: { ...headers, [endedSessionHeader]: pharmacy.driver.token },
    })
    const again = await app.call(deliveries.completeDelivery, {
      as: await app.signIn(pharmacy.driver.user),
      params,
      form: form(),
      headers,
    })
    expect([first.status, again.status, again.body.session_ended_at]).toEqual([200, 200, session_ended_at])
    expect(again.body.version).toBe(first.body.version)
  })
})

describe('the token of an ended session completes nothing', () => {
  test.each<[string, string, () => string]>([
    ['after the end', 'This was recorded after the session was ended', () => nowText()],
    ['at an unknown time', 'This was recorded more than 24 hours ago. Show this phone to the pharmacy.', () => ''],
  ])('that was signed %s', async (_, detail, capturedAt) => {
    await endElsewhere(pharmacy.driver)
    passSeconds(app, 1)
    expect(await complete(pharmacy.driver.token, { signature_timestamp: capturedAt() || null })).toMatchObject({
      status: 403,
      body: { detail },
    })
  })

  test('24 hours after it was signed', async () => {
    const captured_at = nowText()
    await endElsewhere(pharmacy.driver)
    passSeconds(app, seconds.day - 59)
    expect((await complete(pharmacy.driver.token, { captured_at })).status).toBe(403)
  })

  test('that was signed a day after the token was issued', async () => {
    await storeSettings(app, pharmacy, { idle_minutes: 0 })
    passSeconds(app, 3 * seconds.day)
    const captured_at = nowText()
    await endElsewhere(pharmacy.driver)
    expect(await complete(pharmacy.driver.token, { captured_at })).toMatchObject({
      status: 403,
      body: { detail: 'This phone was without a connection for too long. Show it to the pharmacy.' },
    })
  })

  test('if it is altered', async () => {
    const captured_at = nowText()
    await endElsewhere(pharmacy.driver)
    const { token } = pharmacy.driver
    const [header, payload, mac] = token.split('.')
    const claims: object = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
    const of = (changes: object) => Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url')
    for (const forged of [
      `${token}x`,
      token.slice(0, -1),
      `${header}.${of({ sub: pharmacy.admin.user.id })}.${mac}`,
      `${header}.${of({ sid: 'another' })}.${mac}`,
      `${header}.${payload}.`,
      pharmacy.driver.refreshToken,
    ])
      expect(await complete(forged, { captured_at })).toMatchObject(refusedToken)
  })

  test('if the session continues or has expired', async () => {
    const captured_at = nowText()
    expect(await complete(pharmacy.driver.token, { captured_at })).toMatchObject(refusedToken)
    await storeSettings(app, pharmacy, { idle_minutes: 0 })
    passSeconds(app, 7 * seconds.day)
    expect(await complete(pharmacy.driver.token, { captured_at: nowText() })).toMatchObject(refusedToken)
  })

  test('if the user was deactivated', async () => {
    const captured_at = nowText()
    await endElsewhere(pharmacy.driver)
    const deactivated = await app.call(users.updateUser, {
      as: pharmacy.admin,
      params: { id: pharmacy.driver.user.id },
      body: { is_active: false },
    })
    expect(deactivated.status).toBe(200)
    expect(await complete(pharmacy.driver.token, { captured_at })).toMatchObject(refusedToken)
  })

  test('of another organization', async () => {
    const captured_at = nowText()
    const elsewhere = await app.createPharmacy()
    await endElsewhere(elsewhere.driver)
    expect(await complete(elsewhere.driver.token, { captured_at })).toMatchObject({
      status: 404,
      body: { detail: 'Delivery not found' },
    })
  })

  test('of another driver, where drivers see only their own deliveries', async () => {
    await storeSettings(app, pharmacy, { staff_see_all: false })
    const captured_at = nowText()
    const other = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
    await endElsewhere(other)
    expect(await complete(other.token, { captured_at })).toMatchObject({ status: 404 })
  })

  test('that the caller’s own session would not, and marks nothing beside one', async () => {
    const captured_at = nowText()
    const other = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
    await endElsewhere(other)
    expect(
      await app.call(deliveries.completeDelivery, {
        as: pharmacy.driver,
        params: { id: delivery.id },
        form: formOf({ ...completionData, captured_at }),
        headers: { [endedSessionHeader]: other.token },
      }),
    ).toMatchObject({ status: 200, body: { session_ended_at: null, pharmacist_name: 'Dora Driver' } })
  })

  test('and nothing else that changes or reads a delivery', async () => {
    await endElsewhere(pharmacy.driver)
    const headers = { [endedSessionHeader]: pharmacy.driver.token }
    const params = { id: delivery.id }
    expect(await app.call(deliveries.readDelivery, { params, headers })).toMatchObject(refusedToken)
    const change = { params, headers, body: { status: 'failed' } }
    expect(await app.call(deliveries.changeStatus, change)).toMatchObject(refusedToken)
  })
})

test('the proof says by how much the device’s clock was corrected', async () => {
  const correction = { captured_at: nowText(), clock_correction_seconds: -86_520 }
  const completed = await run.complete(delivery.id, correction)
  expect(completed).toMatchObject({ status: 200, body: correction })
  const proof = (await app.call(readProof, { as: pharmacy.admin, params: { id: delivery.id } })).body
  expect(proof).toMatchObject({ ...correction, session_ended_at: null, chain_ok: true })
  const next = await run.add({ status: 'in_progress' })
  expect(await run.complete(next.id, { clock_correction_seconds: 1.5 })).toMatchObject({ status: 422 })
})
