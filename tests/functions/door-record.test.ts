import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import * as settings from '#shared/api/settings.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { SettingsEdit } from '#shared/model/settings.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let pharmacy: Organisation
/** The id of a patient who has had a delivery before. */
let known: string
test.beforeAll(async () => {
  pharmacy = await app.createPharmacy()
  known = (await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id
})

/** Signs the administrator and the driver in again, for a test in which more time has passed than a token lasts. */
async function signInAgain() {
  const { admin, driver } = pharmacy
  pharmacy = { ...pharmacy, admin: await app.signIn(admin.user), driver: await app.signIn(driver.user) }
}
const underWay = (fields: object = {}) => aDelivery(app, pharmacy, { status: 'in_progress', ...fields })
const toKnown = (fields: object = {}) => underWay({ patient_id: known, ...fields })
const finish = ({ id }: Delivery, data: object = {}) =>
  complete(app, pharmacy.driver, id, { data: { ...completionData, ...data } })
const proofOf = async ({ id }: Delivery) =>
  (await app.call(proofs.readProof, { as: pharmacy.admin, params: { id } })).body
const problem = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })
const inMinutes = (minutes: number) => new Date(app.clock.now.getTime() + minutes * 60_000).toISOString()

/** Sets these settings while `work` runs, and sets them to `false` afterwards. */
async function choosing(choices: SettingsEdit, work: () => Promise<void>) {
  const choose = (body: SettingsEdit) => app.call(settings.updateSettings, { as: pharmacy.admin, body })
  expect((await choose(choices)).status).toBe(200)
  await work().finally(() =>
    choose(Object.fromEntries(Object.keys(choices).map((name) => [name, false])) as SettingsEdit),
  )
}

const name = [
  [120, 100, 0],
  [140, 180, 16],
  [170, 90, 32],
  [200, 180, 48],
  [240, 100, 64],
  [280, 170, 80],
  [320, 110, 96],
  [360, 160, 112],
  [400, 120, 128],
]

test('everything recorded at the door is in the proof and on the delivery', async () => {
  const delivery = await underWay({
    rx_information: [{ rx_date: '2026-01-02', rx_number: 'RX-1', copay: 5, fill_date: '2026-01-03', fill_number: 2 }],
  })
  passSeconds(app, 120)
  const record = {
    signer_name: 'Rosa Hopper',
    signer_relationship: 'family',
    photo_id: { checked: true, kind: 'passport' },
    hipaa_form_outcome: 'given',
    counseling_outcome: 'accepted',
    signature_strokes: [name],
    captured_at: inMinutes(-1),
    signature_method: 'drawn',
    payment_method: 'card',
  }
  const completed = await finish(delivery, record)
  const { signature_strokes: _strokes, ...stored } = record
  expect(completed).toMatchObject({
    status: 200,
    body: { ...stored, signature_quality: 'good', hipaa_form_received: true, counseling_received: true },
  })
  const proof = await proofOf(delivery)
  expect(proof).toMatchObject({
    ...stored,
    signature_quality: 'good',
    delivered_at: app.clock.now.toISOString(),
    delivered_by: { name: pharmacy.driver.user.full_name, email: pharmacy.driver.user.email },
    delivery_address: delivery.delivery_address,
    witness: null,
    rx_information: [{ row: 0, rx_number: 'RX-1', rx_date: '2026-01-02', fill_date: '2026-01-03', fill_number: 2 }],
    chain_ok: true,
    missing: [],
  })
  expect(await (await fetch(proof.signature_strokes)).json()).toEqual([name])
})

test('a completion from an older page is stored as before, and its proof lists what is missing', async () => {
  const delivery = await toKnown()
  const { body } = await finish(delivery)
  expect(body).toMatchObject({
    signer_name: null,
    signer_relationship: null,
    photo_id: null,
    counseling_outcome: null,
    payment_method: null,
    captured_at: null,
    signature_method: 'drawn',
    signature_quality: 'unknown',
  })
  expect((await proofOf(delivery)).missing).toEqual([
    ...['signer_name', 'signer_relationship', 'fill_date', 'fill_number'],
  ])
})

describe('the quality of a signature', () => {
  test.each([
    ['good', [name]],
    ['weak', [[[400, 150, 0]]]],
    ['unknown', []],
    ['unknown', null],
  ])('is %s according to its strokes, whatever the client says', async (quality, signature_strokes) => {
    const delivery = await toKnown()
    const { body } = await finish(delivery, { signature_strokes, signature_quality: 'good' })
    expect(body.signature_quality).toBe(quality)
    expect((await proofOf(delivery)).missing.includes('good_signature')).toBe(quality === 'weak')
  })
  test.each(['typed', 'mark'])('is always good if it is %s, which requires a name', async (signature_method) => {
    const delivery = await toKnown()
    expect(await finish(delivery, { signature_method })).toMatchObject(
      problem('signer_name', 'Signer’s name is required'),
    )
    const { body } = await finish(delivery, { signature_method, signer_name: 'Grace Hopper', signature_strokes: [] })
    expect(body).toMatchObject({ status: 'delivered', signature_method, signature_quality: 'good' })
    const { witness } = await proofOf(delivery)
    expect(witness).toBe(signature_method === 'mark' ? pharmacy.driver.user.full_name : null)
  })
})

test.each([
  [{ signer_name: 'Too long '.repeat(23) }, 'signer_name', 'Must be at most 200 characters'],
  [{ signer_relationship: 'stranger' }, 'signer_relationship', /^Must be one of patient, family/],
  [{ photo_id: { checked: true, kind: 'library_card' } }, 'photo_id', /^Must be one of drivers_license/],
  [{ hipaa_form_outcome: 'lost' }, 'hipaa_form_outcome', 'Must be one of given, refused, unable'],
  [{ counseling_outcome: 'later' }, 'counseling_outcome', 'Must be one of accepted, declined, call_back'],
  [{ signature_method: 'stamped' }, 'signature_method', 'Must be one of drawn, typed, mark'],
  [{ payment_method: 'favours' }, 'payment_method', 'Must be cash, check, card, prepaid or none'],
  [{ captured_at: 'yesterday' }, 'captured_at', 'Invalid date'],
  [{ signature_strokes: [[[1, 2]]] }, 'signature_strokes', /./],
  [{ signature_strokes: [[['1', 2, 3]]] }, 'signature_strokes', 'Must be a number'],
])('%j is rejected', async (data, field, msg) => {
  const delivery = await toKnown()
  const answer = await finish(delivery, data)
  expect(answer.status).toBe(422)
  expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(['body', field])
  expect(answer.body.detail[0].msg).toMatch(typeof msg === 'string' ? new RegExp(`^${msg}$`) : msg)
})

test('twenty thousand points in any strokes are accepted, but no more', async () => {
  const delivery = await toKnown()
  for (const signature_strokes of [[Array(20_001).fill([1, 2, 3])], Array(3).fill(Array(7000).fill([1, 2, 3]))]) {
    const { status, body } = await finish(delivery, { signature_strokes })
    expect([status, body.detail[0].loc[1], body.detail[0].msg]).toEqual([
      ...[422, 'signature_strokes', 'Must be at most 20000 points'],
    ])
  }
  const { status } = await finish(delivery, { signature_strokes: [Array(20_000).fill([400.25, 150.75, 12345])] })
  expect(status).toBe(200)
})

describe('the device’s clock', () => {
  test.each([-4, -1, 0, 4])('is stored if it is %d minutes off', async (minutes) => {
    const delivery = await toKnown()
    const captured_at = inMinutes(minutes)
    const { body } = await finish(delivery, { captured_at })
    expect(body).toMatchObject({ captured_at, completed_at: app.clock.now.toISOString() })
  })
  test.each([-6, 6])('is rejected if it is %d minutes off, counted from the start', async (minutes) => {
    const delivery = await toKnown()
    const answer = await finish(delivery, { captured_at: inMinutes(minutes) })
    expect(answer).toMatchObject(problem('captured_at', 'Check the date and time on this device'))
  })
  test('may give a time as early as the start of the trip', async () => {
    const delivery = await toKnown()
    const started = app.clock.now.toISOString()
    passSeconds(app, 3 * seconds.hour)
    await signInAgain()
    expect((await finish(delivery, { captured_at: started })).body).toMatchObject({
      captured_at: started,
      completed_at: app.clock.now.toISOString(),
    })
  })
  test('is stored if it lies before the start, which a phone without a network sends together with the signature', async () => {
    const delivery = await aDelivery(app, pharmacy, { patient_id: known, status: 'assigned' })
    passSeconds(app, seconds.hour)
    const signature_timestamp = app.clock.now.toISOString()
    passSeconds(app, 2 * seconds.hour)
    await signInAgain()
    const { driver: as } = pharmacy
    await app.call(deliveries.changeStatus, { as, params: { id: delivery.id }, body: { status: 'in_progress' } })
    expect((await finish(delivery, { signature_timestamp })).body).toMatchObject({
      captured_at: signature_timestamp,
      signature_timestamp,
    })
  })
  test('comes from an older page’s signature if valid, and is never rejected there', async () => {
    const possible = inMinutes(-2)
    expect((await finish(await toKnown(), { signature_timestamp: possible })).body.captured_at).toBe(possible)
    for (const signature_timestamp of [inMinutes(-60), inMinutes(60)])
      expect(await finish(await toKnown(), { signature_timestamp })).toMatchObject({
        status: 200,
        body: { captured_at: null, signature_timestamp: app.clock.now.toISOString() },
      })
    const times = { captured_at: inMinutes(-1), signature_timestamp: inMinutes(-2) }
    expect((await finish(await toKnown(), times)).body.captured_at).toBe(times.captured_at)
  })
})

describe('an organization that requires', () => {
  test('the signer rejects a completion without name or relationship', () =>
    choosing({ require_signer: true }, async () => {
      const delivery = await toKnown()
      expect(await finish(delivery)).toMatchObject(problem('signer_name', 'Signer’s name is required'))
      expect(await finish(delivery, { signer_name: 'Ana Novak' })).toMatchObject(
        problem('signer_relationship', 'Relationship is required'),
      )
      const signer = { signer_name: 'Ana Novak', signer_relationship: 'neighbor' }
      expect(await finish(delivery, signer)).toMatchObject({ status: 200, body: signer })
    }))
  test('the photo ID rejects a completion without it if the delivery needs one', () =>
    choosing({ require_photo_id_check: true }, async () => {
      const delivery = await toKnown({ require_photo_id: true })
      for (const photo_id of [undefined, null, { checked: false, kind: 'passport' }])
        expect(await finish(delivery, { photo_id })).toMatchObject(problem('photo_id', 'Check the photo ID'))
      expect((await finish(delivery, { photo_id: { checked: true } })).body.photo_id).toEqual({
        checked: true,
        kind: null,
      })
      expect((await finish(await toKnown())).status).toBe(200)
    }))
  test('the payment method rejects a collected amount without one', () =>
    choosing({ require_payment_method: true }, async () => {
      const delivery = await toKnown()
      expect(await finish(delivery)).toMatchObject(problem('payment_method', 'Payment method is required'))
      expect((await finish(delivery, { payment_method: 'check' })).body.payment_method).toBe('check')
      expect((await finish(await toKnown(), { amount: 0 })).status).toBe(200)
    }))
})

describe('a first delivery', () => {
  const unconfirmed = 'Please confirm both HIPAA form and counseling were received for this first-time delivery'
  const unanswered = { hipaa_form_received: false, counseling_received: false }
  test('needs the HIPAA form given and counseling accepted, in new or old fields', async () => {
    const delivery = await underWay()
    for (const [data, field] of [
      [{ hipaa_form_outcome: 'refused', hipaa_form_reason: 'No time' }, 'hipaa_form_received'],
      [{ counseling_outcome: 'declined' }, 'counseling_received'],
      [{ counseling_outcome: 'call_back' }, 'counseling_received'],
    ] as const)
      expect(await finish(delivery, data)).toMatchObject(problem(field, unconfirmed))
    const outcomes = { ...unanswered, hipaa_form_outcome: 'given', counseling_outcome: 'accepted' }
    expect((await finish(delivery, outcomes)).body).toMatchObject({
      hipaa_form_received: true,
      counseling_received: true,
    })
  })
  test('completes with any outcome and a reason if the organization allows other outcomes', () =>
    choosing({ truthful_first_delivery: true }, async () => {
      for (const hipaa_form_outcome of ['refused', 'unable']) {
        const delivery = await underWay()
        const fields = { ...unanswered, hipaa_form_outcome, counseling_outcome: 'declined' }
        expect(await finish(delivery, fields)).toMatchObject(problem('hipaa_form_reason', 'Say why'))
        expect(await finish(delivery, { ...fields, hipaa_form_reason: 'Left in a hurry' })).toMatchObject({
          status: 200,
          body: { ...fields, hipaa_form_reason: 'Left in a hurry' },
        })
      }
      expect(await finish(await underWay(), unanswered)).toMatchObject(problem('hipaa_form_received', unconfirmed))
      const half = { ...unanswered, hipaa_form_outcome: 'given' }
      expect(await finish(await underWay(), half)).toMatchObject(problem('counseling_received', unconfirmed))
    }))
})

test('deliveries from before the door record return it with empty fields', async () => {
  const { id } = await aDelivery(app, pharmacy)
  const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
  expect(body).toMatchObject({ signer_name: null, photo_id: null, signature_method: null, call_back_due_at: null })
})
