import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as attempts from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { endedSessionHeader } from '#shared/api/ended-session-header.ts'
import { readProof } from '#shared/api/proofs.ts'
import { readTracking } from '#shared/api/tracking.ts'
import { updateUser } from '#shared/api/users.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { Run } from '#shared/model/run.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { complete, completionData, formOf, pngBytes } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf, storeSettings } from '#tests/support/run-calls.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'
import { whereaboutsText } from '../../web/features/deliveries/detail/whereabouts.ts'
import { formatDateAndAnyTime } from '../../web/lib/browser/format.ts'

const today = '2026-11-23'

let pharmacy: Organisation
let run: RunCalls
/** A second driver, to whom the tests reassign a delivery. */
let other: Person
test.beforeEach(async () => {
  app.clock.now = new Date(`${today}T08:00:00Z`)
  pharmacy = await app.createPharmacy()
  run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: today })
  other = await app.join(pharmacy.tenant, { full_name: 'Otto Other', roles: pharmacy.driver.user.roles })
})

const refusal = 'This run is closed'
const reportRefusal = (id: string, body: object = {}, as: Person = pharmacy.driver) =>
  app.call(attempts.reportUnsent, { as, params: { id }, body: { kind: 'completion', refusal, ...body } })
const settle = (id: string) => app.call(attempts.settleUnsent, { as: pharmacy.admin, params: { id } })
const attention = async () =>
  (await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query: { view: 'attention' } })).body
const assign = (id: string, person: Person) =>
  app.call(deliveries.updateDelivery, {
    as: pharmacy.admin,
    params: { id },
    body: { pharmacist_id: person.user.id },
  })

const report = () => ({
  kind: 'completion',
  refusal,
  captured_at: null,
  reported_at: app.clock.now.toISOString(),
  reported_by: { id: pharmacy.driver.user.id, full_name: 'Dora Driver' },
  record: null,
})

describe('a refused action that a driver reports to the pharmacy', () => {
  test('is first on the Attention list until settled, also after the delivery was reassigned', async () => {
    await run.add({ status: 'failed' })
    const { id } = await run.add()
    await assign(id, other)
    expect(await reportRefusal(id)).toMatchObject({ status: 201, body: { unsent_id: expect.any(String) } })
    expect((await attention())[0]).toMatchObject({ id, attention: ['unsent'], unsent: [report()] })
    expect(await settle(id)).toMatchObject({ status: 200, body: { unsent: [] } })
    expect(await attention()).toMatchObject([{ attention: ['not_back', 'failed'] }])
    expect((await settle(id)).status).toBe(200)
  })

  test('appears once per delivery, beside other reasons and even for a finished delivery', async () => {
    const out = await run.add({ status: 'failed' })
    const done = await run.add({ status: 'delivered' })
    await reportRefusal(out.id, { kind: 'return' })
    await reportRefusal(done.id)
    const reasons = (await attention()).map((row: DeliveryRow) => [row.id, row.attention])
    expect(reasons).toHaveLength(2)
    expect(Object.fromEntries(reasons)).toEqual({ [out.id]: ['unsent', 'not_back', 'failed'], [done.id]: ['unsent'] })
  })

  test('is settled automatically when the same driver completes the same action', async () => {
    const [one, two] = [await run.add({ status: 'in_progress' }), await run.add({ status: 'in_progress' })]
    await reportRefusal(one.id)
    await reportRefusal(two.id, { kind: 'attempt' })
    await reportRefusal(two.id, { kind: 'return' })
    await reportRefusal(two.id, { kind: 'attempt' }, pharmacy.admin)
    await run.complete(one.id)
    expect((await attention()).map(({ id }: { id: string }) => id)).toEqual([two.id])
    await run.attempt(two.id)
    const body = (await run.bringBack(two.id)).body
    expect(body.unsent).toMatchObject([{ kind: 'attempt', reported_by: { full_name: 'Ada Admin' } }])
  })

  test('is reported by its drivers and those who manage deliveries, and not by other colleagues', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    expect(await reportRefusal(id, {}, other)).toMatchObject({ status: 403 })
    expect(await reportRefusal(id, {}, pharmacy.admin)).toMatchObject({ status: 201 })
  })

  test('does not make the version that a phone has seen out of date', async () => {
    const { id, version } = await run.add({ status: 'in_progress' })
    await reportRefusal(id, {}, pharmacy.admin)
    await reportRefusal(id, { kind: 'return' }, pharmacy.admin)
    const headers = { 'if-match': String(version) }
    expect(await complete(app, pharmacy.driver, id, { headers })).toMatchObject({ status: 200 })
    const stale = await app.call(deliveries.updateDelivery, {
      as: pharmacy.admin,
      params: { id },
      headers,
      body: { delivery_notes: 'Gate' },
    })
    expect(stale.status).toBe(409)
  })

  test('is replaced when reported again', async () => {
    const { id } = await run.add()
    await reportRefusal(id)
    passSeconds(app, 60)
    const captured_at = app.clock.now.toISOString()
    await reportRefusal(id, { refusal: 'No longer yours', captured_at })
    const again = { ...report(), refusal: 'No longer yours', captured_at }
    expect(await attention()).toMatchObject([{ unsent: [again] }])
    // This time is before the delivery was created, so it is not kept.
    await reportRefusal(id, { captured_at: '2020-01-01T00:00:00Z' })
    expect(await attention()).toMatchObject([{ unsent: [{ captured_at: null }] }])
  })

  test('can be reported by any earlier driver, even one who can no longer see the delivery', async () => {
    const { id, patient_name } = await run.add({ status: 'in_progress' })
    await storeSettings(app, pharmacy, { staff_see_all: false })
    await assign(id, other)
    await assign(id, pharmacy.pharmacist)
    const completion = await run.complete(id)
    expect(completion).toMatchObject({ status: 404 })
    const stranger = await app.join(pharmacy.tenant, { full_name: 'Sia Stranger', roles: pharmacy.driver.user.roles })
    expect(await reportRefusal(id, {}, stranger)).toEqual(
      expect.objectContaining({ status: 404, body: completion.body }),
    )
    for (const pastDriver of [pharmacy.driver, other]) {
      const answer = await reportRefusal(id, {}, pastDriver)
      expect(answer).toMatchObject({ status: 201, body: { unsent_id: expect.any(String) } })
      for (const hidden of [patient_name, pharmacy.pharmacist.user.full_name]) expect(answer.text).not.toContain(hidden)
      expect(await app.call(deliveries.readDelivery, { as: pastDriver, params: { id } })).toMatchObject({ status: 404 })
    }
    expect((await attention())[0]).toMatchObject({ id, unsent: [{ kind: 'completion' }, { kind: 'completion' }] })
  })

  test('is hidden from users who never had the delivery, and only managers can settle it', async () => {
    const { id } = await run.add()
    await storeSettings(app, pharmacy, { staff_see_all: false })
    expect(await reportRefusal(id, {}, other)).toMatchObject({ status: 404 })
    await reportRefusal(id)
    expect(await app.call(attempts.settleUnsent, { as: pharmacy.driver, params: { id } })).toMatchObject({
      status: 403,
    })
    expect(await attention()).toHaveLength(1)
  })

  test('contains the action and the reason for the refusal', async () => {
    const { id } = await run.add()
    expect((await reportRefusal(id, { kind: 'theft', refusal: ' ' })).body.detail).toMatchObject([
      { loc: ['body', 'kind'], msg: 'Must be completion, attempt or return' },
      { loc: ['body', 'refusal'], msg: 'Say why it was refused' },
    ])
  })

  test('is deleted with its delivery', async () => {
    const { id } = await run.add()
    await reportRefusal(id)
    await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })
    expect(await attention()).toEqual([])
    expect(await app.table.queryAll(keysOf(pharmacy.tenant.id).unsent)).toEqual([])
  })
})

function hand(id: string, { as = pharmacy.driver, body = {}, photo }: Handing = {}) {
  const data = { kind: 'completion', refusal, completion: { ...completionData, ...body }, captured_at: atDoor }
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  if (photo) form.append('delivery_photo', new File([photo], 'delivery-photo.png', { type: 'image/png' }))
  return app.call(attempts.reportUnsent, { as, params: { id }, form })
}
interface Handing {
  as?: Person
  body?: object
  photo?: Uint8Array<ArrayBuffer>
}
const atDoor = `${today}T08:05:00.000Z`
const accept = (id: string, unsent_id: string) =>
  app.call(attempts.acceptUnsent, { as: pharmacy.admin, params: { id, unsent_id } })
const discard = (id: string, unsent_id: string, reason = 'Signed twice') =>
  app.call(attempts.discardUnsent, { as: pharmacy.admin, params: { id, unsent_id }, body: { reason } })
const read = async (id: string) =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body as Delivery
const notesOf = async (id: string) =>
  (
    (await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })).body as { notes: string }[]
  ).map(({ notes }) => notes)
const runOf = (person: Person) =>
  runCallsOf(app, pharmacy, { person, date: today }).read(pharmacy.admin) as Promise<{ body: Run }>

describe('a record that is handed to the pharmacy whole', () => {
  const signer = { signer_name: 'Sam Shaw', signer_relationship: 'patient', amount: 12.5, payment_method: 'cash' }
  test.beforeEach(() => passSeconds(app, 600))

  test('is shown on the delivery with signature, photo, signer and amount', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    await hand(id, { body: signer, photo: pngBytes })
    const [action] = (await read(id)).unsent
    expect(action).toMatchObject({
      captured_at: atDoor,
      record: { ...signer, signature: expect.stringMatching(/^http/), photo: expect.stringMatching(/^http/) },
    })
    expect((await fetch(String(action?.record?.signature))).status).toBe(200)
    expect((await attention())[0]).toMatchObject({ id, unsent: [{ record: { ...signer, signature: null } }] })
  })

  test('is shown with the check of the photo ID and the answers for a first delivery', async () => {
    const answers = {
      photo_id: { checked: true, kind: 'passport' },
      hipaa_form_outcome: 'refused',
      hipaa_form_reason: 'Wants to read it first',
      counseling_outcome: 'call_back',
    }
    const [one, other] = [await run.add({ status: 'in_progress' }), await run.add({ status: 'in_progress' })]
    await hand(one.id, { body: answers })
    expect((await read(one.id)).unsent).toMatchObject([{ record: answers }])
    await hand(other.id, { body: { hipaa_form_received: true, counseling_received: true } })
    expect((await read(other.id)).unsent).toMatchObject([
      { record: { photo_id: null, hipaa_form_outcome: 'given', counseling_outcome: 'accepted' } },
    ])
  })

  test('tells the recipient and the delivery’s page when it was signed, not when it was accepted', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    const { body } = await hand(id, { body: signer })
    passSeconds(app, 4 * seconds.minute)
    await accept(id, body.unsent_id)
    expect(whereaboutsText(await read(id))).toContain(formatDateAndAnyTime(atDoor))
    const token = await doorToken(app, pharmacy, id)
    expect((await app.call(readTracking, { params: { token } })).body).toMatchObject({ state: 'delivered', at: atDoor })
  })

  test('completes the delivery for the driver who captured it, though someone else has the package by now', async () => {
    const { id } = await run.add({ status: 'in_progress', collect_copay: true })
    const { body } = await hand(id, { body: signer })
    await assign(id, other)
    const done = await accept(id, body.unsent_id)
    expect(done).toMatchObject({
      status: 200,
      body: { status: 'delivered', pharmacist_name: 'Dora Driver', captured_at: atDoor, unsent: [], ...signer },
    })
    expect((await notesOf(id))[0]).toBe('Completed with the record captured by Dora Driver on Nov 23, 2026 8:05 AM')
    expect((await runOf(pharmacy.driver)).body.collected).toMatchObject({ cash: 12.5 })
    expect((await runOf(other)).body.collected).toMatchObject({ cash: 0 })
    expect(await attention()).toEqual([])
  })

  test('completes a delivery that no one has any more, and names the gaps of its proof', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    const { body } = await hand(id)
    await assign(id, other)
    await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: { pharmacist_id: null } })
    expect(await accept(id, body.unsent_id)).toMatchObject({ status: 200, body: { pharmacist_name: 'Dora Driver' } })
    const proof = (await app.call(readProof, { as: pharmacy.admin, params: { id } })).body
    expect(proof).toMatchObject({ chain_ok: true, missing: expect.arrayContaining(['signer_name']) })
  })

  test('cannot complete what someone else delivered or what was cancelled, and can be discarded with a reason', async () => {
    for (const status of ['delivered', 'cancelled'] as const) {
      const { id } = await run.add({ status: 'in_progress' })
      const { body } = await hand(id)
      if (status === 'delivered') await run.attempt(id)
      await app.call(deliveries.changeStatus, {
        as: pharmacy.admin,
        params: { id },
        body: status === 'delivered' ? { status: 'assigned' } : { status: 'cancelled' },
      })
      if (status === 'delivered') {
        await run.start({ include_not_loaded: true })
        await app.call(deliveries.completeDelivery, { as: pharmacy.admin, params: { id }, body: completionData })
      }
      expect(await accept(id, body.unsent_id)).toMatchObject({
        status: 409,
        body: { detail: `Cannot change status from ${status} to delivered` },
      })
      expect(await discard(id, body.unsent_id, ' ')).toMatchObject({ status: 422 })
      expect(await discard(id, body.unsent_id)).toMatchObject({ status: 200, body: { status, unsent: [] } })
      expect((await notesOf(id))[0]).toBe(
        'Discarded the completion captured by Dora Driver on Nov 23, 2026 8:05 AM: Signed twice',
      )
    }
  })

  test('is decided once, even if two users accept and discard it concurrently', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    const { body } = await hand(id)
    const answers = await Promise.all([
      accept(id, body.unsent_id),
      discard(id, body.unsent_id),
      accept(id, body.unsent_id),
      discard(id, body.unsent_id),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { status, unsent } = await read(id)
    expect(unsent).toEqual([])
    expect(status).toBe(
      answers.some((answer) => answer.status === 200 && answer.body.status === 'delivered')
        ? 'delivered'
        : 'in_progress',
    )
  })

  test('stays when the reports without a record are settled, and a report of the same action replaces it', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    await hand(id)
    await hand(id, { body: signer })
    await reportRefusal(id, { kind: 'return' })
    expect(await settle(id)).toMatchObject({ body: { unsent: [{ kind: 'completion', record: signer }] } })
  })

  test('stays when the same action is reported again without a record', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    await hand(id, { body: signer })
    await reportRefusal(id, { kind: 'completion', captured_at: atDoor })
    expect((await read(id)).unsent).toMatchObject([{ record: signer }, { record: null }])
    expect(await settle(id)).toMatchObject({ body: { unsent: [{ record: signer }] } })
  })

  test('of a failed attempt and of a return is recorded by its driver’s name', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    const attempt = { reason: 'other', note: 'Flooded street' }
    const tried = await reportRefusal(id, { kind: 'attempt', attempt, captured_at: atDoor })
    const back = await reportRefusal(id, { kind: 'return', captured_at: atDoor })
    expect(await accept(id, back.body.unsent_id)).toMatchObject({ status: 409 })
    expect(await accept(id, tried.body.unsent_id)).toMatchObject({
      body: { status: 'failed', attempts: [{ ...attempt, attempted_by: 'Dora Driver', captured_at: atDoor }] },
    })
    expect((await accept(id, back.body.unsent_id)).body.returned_at).not.toBeNull()
  })

  test('of a failed attempt has its photo, which the accepted attempt keeps', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    const data = { kind: 'attempt', refusal, attempt: { reason: 'no_answer' }, captured_at: atDoor }
    const form = formOf(data, pngBytes)
    const { body } = await app.call(attempts.reportUnsent, { as: pharmacy.driver, params: { id }, form })
    expect((await read(id)).unsent).toMatchObject([{ record: { reason: 'no_answer', photo: expect.any(String) } }])
    expect(await accept(id, body.unsent_id)).toMatchObject({ body: { attempts: [{ photo: expect.any(String) }] } })
  })
})

describe('a driver who can no longer sign in', () => {
  const deactivate = ({ user }: Person) =>
    app.call(updateUser, { as: pharmacy.admin, params: { id: user.id }, body: { is_active: false } })
  const handByToken = (id: string, token: string, captured_at: string | null = app.clock.now.toISOString()) =>
    app.call(attempts.reportUnsent, {
      params: { id },
      body: { kind: 'completion', refusal: 'Not sent', completion: completionData, captured_at },
      headers: { [endedSessionHeader]: token },
    })

  test('hands in what was signed for 24 hours, by the last token of the session', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    passSeconds(app, 120)
    const { token } = pharmacy.driver
    const signedAt = app.clock.now.toISOString()
    await deactivate(pharmacy.driver)
    await app.takeBack()
    passSeconds(app, 23 * 3600)
    expect(
      (await app.call(deliveries.readDelivery, { params: { id }, headers: { [endedSessionHeader]: token } })).status,
    ).toBe(401)
    expect(await handByToken(id, `${token}x`, signedAt)).toMatchObject({ status: 401 })
    const handed = await handByToken(id, token, signedAt)
    expect(handed).toMatchObject({ status: 201 })
    passSeconds(app, 3601)
    for (const captured_at of [signedAt, null])
      expect(await handByToken(id, token, captured_at)).toMatchObject({ status: 403 })
    // The administrator's own access token is still good at this time.
    app.clock.now = new Date(Date.parse(signedAt) + 60_000)
    expect(await accept(id, handed.body.unsent_id)).toMatchObject({
      body: { status: 'delivered', pharmacist_name: 'Dora Driver' },
    })
  })

  test('hands in nothing that was done a day after the session’s last token', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    await deactivate(pharmacy.driver)
    passSeconds(app, 30 * seconds.day)
    expect(await handByToken(id, pharmacy.driver.token)).toMatchObject({
      status: 403,
      body: { detail: 'This phone was without a connection for too long. Show it to the pharmacy.' },
    })
  })

  test('keeps the packages that are out, and managers see them as left with the driver, until they are back or reassigned', async () => {
    const [one, two, three] = [
      await run.add({ status: 'in_progress' }),
      await run.add({ status: 'in_progress' }),
      await run.add(),
    ]
    const failed = await run.add({ status: 'failed' })
    await deactivate(pharmacy.driver)
    passSeconds(app, 120)
    await app.takeBack()
    expect((await read(three.id)).pharmacist_id).toBeNull()
    const reasonsOf = async () => new Map((await attention()).map((row: DeliveryRow) => [row.id, row.attention]))
    expect(await reasonsOf()).toEqual(
      new Map([
        [one.id, ['with_former']],
        [two.id, ['with_former']],
        [failed.id, ['with_former', 'not_back', 'failed']],
        [three.id, ['unassigned']],
      ]),
    )
    await assign(one.id, other)
    const back = (id: string) => app.call(attempts.returnPackage, { as: pharmacy.admin, params: { id }, body: {} })
    for (const { id } of [two, failed])
      expect((await back(id)).body).toMatchObject({ status: 'failed', returned_at: expect.stringMatching(/^2026/) })
    expect([...(await reasonsOf()).values()].flat()).not.toContain('with_former')
    // What is back can be planned again, for no one at first.
    expect(
      await app.call(deliveries.updateDelivery, {
        as: pharmacy.admin,
        params: { id: two.id },
        body: { delivery_date: '2026-11-24' },
      }),
    ).toMatchObject({ body: { status: 'unassigned', pharmacist_id: null } })
  })
})
