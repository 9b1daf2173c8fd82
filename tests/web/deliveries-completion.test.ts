import { describe, expect, it } from 'vitest'
import { completion } from '#shared/model/completion.ts'
import type { RecordedPoint } from '#shared/rules/signature-quality.ts'
import {
  type CompletionValues,
  completionBody,
  completionSchema,
  newCompletionValues,
} from '../../web/features/deliveries/unsent/completion-values.ts'
import { otherPersonValue, type RequiredDoorAnswers } from '../../web/features/deliveries/unsent/door-values.ts'
import type { PatientAtDoor } from '../../web/features/deliveries/unsent/patient-values.ts'
import { errorsByField } from '../../web/lib/forms/form-values.ts'

const signature = {
  image: 'data:image/png;base64,iVBORw0KGgo=',
  signedAt: '2025-01-05T15:04:00.000Z',
  clockCorrection: 0,
  strokes: [[[120, 90, 0] satisfies RecordedPoint]],
}
const nothing: RequiredDoorAnswers = { signer: false, photoId: false, payment: false, truth: false }
const unconfirmed = 'Please confirm both HIPAA form and counseling were received for this first-time delivery'

const alma: PatientAtDoor = { key: 'alma', name: 'Alma Kane', delivery: 'later', isHere: true }
const bert: PatientAtDoor = { key: 'bert', name: 'Bert New', delivery: 'first', isHere: true }

type Answers = Partial<CompletionValues['patients'][number]>

/**
 * Returns the values of the form that a driver fills in at a door: `values` for the whole door, and the same `answers` for each of
 * its patients.
 */
function valuesOf(patients: readonly PatientAtDoor[], values: Partial<CompletionValues> = {}, answers: Answers = {}) {
  const entered = newCompletionValues(patients.map(({ key }) => key))
  return { ...entered, ...values, patients: entered.patients.map((row) => ({ ...row, ...answers })) }
}

const errors = (
  patients: readonly PatientAtDoor[],
  values: ReturnType<typeof valuesOf>,
  needs: Partial<RequiredDoorAnswers> = {},
) =>
  errorsByField(completionSchema({ patients, needs: { ...nothing, ...needs } }).safeParse(values).error?.issues ?? [])

const bodyOf = (values: ReturnType<typeof valuesOf>, { patient = 'alma', isFirst = false, amount = 0 } = {}) => {
  const patients = values.patients.map((row) => ({ ...alma, key: row.patient }))
  const checked = completionSchema({ patients, needs: nothing }).parse(values)
  return completionBody(checked, signature, { patient, isFirst, amount })
}

describe('a completion', () => {
  it.each<[Answers, Record<string, string>]>([
    [{}, { 'patients.0.hipaa_form_received': unconfirmed, 'patients.0.counseling_received': unconfirmed }],
    [{ hipaa_form_received: 'no', counseling_received: 'yes' }, { 'patients.0.hipaa_form_received': unconfirmed }],
    [{ hipaa_form_received: 'yes', counseling_received: 'no' }, { 'patients.0.counseling_received': unconfirmed }],
    [{ hipaa_form_received: 'yes', counseling_received: 'yes' }, {}],
  ])('records for a first delivery %j', (answers, found) => {
    expect(errors([bert], valuesOf([bert], {}, answers))).toEqual(found)
  })

  it('requires first-delivery questions only for delivered packages of new patients', () => {
    expect(Object.keys(errors([alma, bert], valuesOf([alma, bert])))).toEqual([
      'patients.1.hipaa_form_received',
      'patients.1.counseling_received',
    ])
    expect(errors([alma, { ...bert, isHere: false }], valuesOf([alma, bert]))).toEqual({})
    expect(errors([{ ...bert, delivery: 'unknown' }], valuesOf([bert]))).toEqual({})
  })

  it.each([
    [-1, 'Cannot be negative'],
    [1.234, 'Must have at most two decimals'],
  ])('rejects an amount of %d', (amount, message) => {
    expect(errors([alma], valuesOf([alma], { amount }))).toEqual({ amount: message })
  })

  it('omits what was not chosen, and records an amount as cash', () => {
    expect(bodyOf(valuesOf([alma]))).toEqual({
      patient_signature: signature.image,
      signature_timestamp: signature.signedAt,
      clock_correction_seconds: null,
      counseling_required: false,
      hipaa_form_received: false,
      counseling_received: false,
      is_first_delivery: false,
      amount: 0,
      delivery_notes: null,
      notes: '',
      signature_method: 'drawn',
      signature_strokes: signature.strokes,
      signer_name: null,
      signer_relationship: null,
      photo_id: null,
      payment_method: null,
    })
    expect(bodyOf(valuesOf([alma]), { amount: 5 })).toMatchObject({ amount: 5, payment_method: 'cash' })
  })

  it.each<[Partial<RequiredDoorAnswers>, Partial<CompletionValues>, Answers, Record<string, string>]>([
    [{ signer: true }, {}, {}, { who: 'Signer’s name is required' }],
    [{ signer: true }, { who: 'bert', signer_name: 'Bert New' }, {}, {}],
    [
      { signer: true },
      { who: otherPersonValue },
      {},
      { signer_name: 'Signer’s name is required', 'patients.0.signer_relationship': 'Relationship is required' },
    ],
    [{ signer: true }, { who: otherPersonValue, signer_name: 'Una' }, { signer_relationship: 'family' }, {}],
    [{ photoId: true }, {}, {}, { photo_id_checked: 'Check the photo ID' }],
    [{ photoId: true }, { photo_id_checked: true }, {}, {}],
    [{ payment: true }, { amount: 5, payment_method: '' }, {}, { payment_method: 'Payment method is required' }],
    [{ payment: true }, { amount: '' }, {}, {}],
    [{ payment: true }, { amount: 5 }, {}, {}],
    [
      { truth: true },
      {},
      { hipaa_form_outcome: 'refused' },
      { 'patients.0.hipaa_form_reason': 'Say why', 'patients.0.counseling_outcome': 'Choose an outcome' },
    ],
    [{ truth: true }, {}, { hipaa_form_outcome: 'given', counseling_outcome: 'call_back' }, {}],
  ])('if it needs %j, with %j and %j, reports %j', (needs, values, answers, found) => {
    const yes: Answers = { hipaa_form_received: 'yes', counseling_received: 'yes' }
    expect(errors([bert], valuesOf([bert], values, { ...yes, ...answers }), needs)).toEqual(found)
    expect(errors([bert], valuesOf([bert], values, { ...yes, ...answers }))).toEqual({})
  })

  it('stores the signer’s relationship to each patient', () => {
    const signed = valuesOf([alma, bert], { who: otherPersonValue, signer_name: 'Una Aide' })
    const relations: Record<string, string> = { alma: 'family', bert: 'neighbor' }
    const patients = signed.patients.map((row) => ({ ...row, signer_relationship: relations[row.patient] ?? '' }))
    const values = { ...signed, patients }
    const una = { signer_name: 'Una Aide' }
    expect(bodyOf(values)).toMatchObject({ ...una, signer_relationship: 'family' })
    expect(bodyOf(values, { patient: 'bert' })).toMatchObject({ ...una, signer_relationship: 'neighbor' })
    const byAlma = valuesOf([alma, bert], { who: 'alma', signer_name: 'Alma Kane' })
    expect(bodyOf(byAlma)).toMatchObject({ signer_name: 'Alma Kane', signer_relationship: 'patient' })
    expect(bodyOf(byAlma, { patient: 'bert' })).toMatchObject({ signer_name: 'Alma Kane', signer_relationship: null })
  })

  it('at a facility starts with its staff as signer', () => {
    expect(newCompletionValues(['alma'], true)).toMatchObject({
      who: otherPersonValue,
      patients: [{ patient: 'alma', signer_relationship: 'facility_staff' }],
    })
  })

  it('sends what was recorded at the door', () => {
    const values = valuesOf(
      [bert],
      { photo_id_checked: true, photo_id_kind: 'passport' },
      { hipaa_form_outcome: 'unable', hipaa_form_reason: 'Deaf', counseling_outcome: 'declined' },
    )
    expect(completion().parse(bodyOf(values, { patient: 'bert', isFirst: true }))).toMatchObject({
      photo_id: { checked: true, kind: 'passport' },
      hipaa_form_outcome: 'unable',
      hipaa_form_reason: 'Deaf',
      counseling_outcome: 'declined',
    })
  })

  it('sends no reason if the form was given after all', () => {
    const answers = { hipaa_form_outcome: 'given', hipaa_form_reason: 'Deaf', counseling_outcome: 'accepted' }
    expect(bodyOf(valuesOf([bert], {}, answers), { patient: 'bert' })).toMatchObject({
      hipaa_form_outcome: 'given',
      hipaa_form_reason: null,
    })
  })

  it('without a drawn signature needs the signer’s name and sends the method', () => {
    expect(errors([alma], valuesOf([alma], { signature_method: 'mark' }))).toEqual({
      signer_name: 'Signer’s name is required',
    })
    const typed = valuesOf([alma], { signature_method: 'typed', signer_name: ' Ana Diaz ' })
    expect(completion().parse(bodyOf(typed))).toMatchObject({
      signature_method: 'typed',
      signer_name: 'Ana Diaz',
      signer_relationship: null,
    })
  })

  it('passes the server’s own schema', () => {
    const yes = { hipaa_form_received: 'yes', counseling_received: 'yes' }
    const values = valuesOf([bert], { amount: 12.5, delivery_notes: ' With the neighbour ' }, yes)
    expect(completion().parse(bodyOf(values, { patient: 'bert', isFirst: true, amount: 12.5 }))).toMatchObject({
      is_first_delivery: true,
      hipaa_form_received: true,
      counseling_received: true,
      amount: 12.5,
      delivery_notes: 'With the neighbour',
    })
  })
})
