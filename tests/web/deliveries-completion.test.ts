import { describe, expect, it } from 'vitest'
import { completion } from '#shared/model/completion.ts'
import type { RecordedPoint } from '#shared/rules/signature-quality.ts'
import {
  type CompletionValues,
  completionBody,
  completionSchema,
  newCompletionValues,
} from '../../web/features/deliveries/unsent/completion-values.ts'
import type { DoorNeeds } from '../../web/features/deliveries/unsent/door-values.ts'
import { errorsOf } from '../../web/lib/forms/field-paths.ts'

const signature = {
  image: 'data:image/png;base64,iVBORw0KGgo=',
  signedAt: '2025-01-05T15:04:00.000Z',
  strokes: [[[120, 90, 0] satisfies RecordedPoint]],
}
const patient = 'Grace Hopper'
const nothing: DoorNeeds = { signer: false, photoId: false, payment: false, truth: false }
const unconfirmed = 'Please confirm both HIPAA form and counseling were received for this first-time delivery'

const errors = (isFirst: boolean, values: Partial<CompletionValues>, needs: Partial<DoorNeeds> = {}) =>
  errorsOf(
    completionSchema(isFirst, { ...nothing, ...needs }).safeParse({ ...newCompletionValues(patient), ...values }).error
      ?.issues ?? [],
  )

const yes = { hipaa_form_received: 'yes', counseling_received: 'yes' }

describe('a completion', () => {
  it.each([
    [{}, { hipaa_form_received: unconfirmed, counseling_received: unconfirmed }],
    [{ hipaa_form_received: 'no', counseling_received: 'yes' }, { hipaa_form_received: unconfirmed }],
    [{ hipaa_form_received: 'yes', counseling_received: 'no' }, { counseling_received: unconfirmed }],
    [{ hipaa_form_received: 'yes', counseling_received: 'yes' }, {}],
  ])('of a first delivery with %j', (values, found) => {
    expect(errors(true, values)).toEqual(found)
  })

  it('of a later delivery asks for neither answer', () => {
    expect(errors(false, {})).toEqual({})
  })

  it.each([
    [-1, 'Cannot be negative'],
    [1.234, 'Must have at most two decimals'],
  ])('refuses an amount of %d', (amount, message) => {
    expect(errors(false, { amount })).toEqual({ amount: message })
  })

  it('sends no amount as 0 and no notes as null', () => {
    const checked = completionSchema(false, nothing).parse(newCompletionValues(patient))
    expect(completionBody(checked, signature, false)).toEqual({
      patient_signature: signature.image,
      signature_timestamp: signature.signedAt,
      counseling_required: false,
      hipaa_form_received: false,
      counseling_received: false,
      is_first_delivery: false,
      amount: 0,
      delivery_notes: null,
      notes: '',
      signature_method: 'drawn',
      signature_strokes: signature.strokes,
      signer_name: patient,
      signer_relationship: 'patient',
      photo_id: null,
      payment_method: null,
    })
  })

  it.each<[Partial<DoorNeeds>, Partial<CompletionValues>, Record<string, string>]>([
    [{ signer: true }, { signer_name: '' }, { signer_name: 'Signed by is required' }],
    [{ signer: true }, { signer_relationship: '' }, { signer_relationship: 'Relationship is required' }],
    [{ photoId: true }, {}, { photo_id_checked: 'Check the photo ID' }],
    [{ photoId: true }, { photo_id_checked: true }, {}],
    [{ payment: true }, { amount: 5 }, { payment_method: 'Payment method is required' }],
    [{ payment: true }, { amount: '' }, {}],
    [{ payment: true }, { amount: 5, payment_method: 'card' }, {}],
    [
      { truth: true },
      { hipaa_form_outcome: 'refused' },
      { hipaa_form_reason: 'Say why', counseling_outcome: 'Choose an outcome' },
    ],
    [{ truth: true }, { hipaa_form_outcome: 'given', counseling_outcome: 'call_back' }, {}],
  ])('that needs %j, with %j, says %j', (needs, values, found) => {
    expect(errors(true, { ...yes, ...values }, needs)).toEqual(found)
    expect(errors(true, { ...yes, ...values })).toEqual({})
  })

  it('sends what was recorded at the door', () => {
    const checked = completionSchema(true, { ...nothing, truth: true }).parse({
      ...newCompletionValues(patient),
      ...{ photo_id_checked: true, photo_id_kind: 'passport', hipaa_form_outcome: 'unable', hipaa_form_reason: 'Deaf' },
      counseling_outcome: 'declined',
    })
    expect(completion().parse(completionBody(checked, signature, true))).toMatchObject({
      photo_id: { checked: true, kind: 'passport' },
      hipaa_form_outcome: 'unable',
      hipaa_form_reason: 'Deaf',
      counseling_outcome: 'declined',
    })
  })

  it('sends no reason with a form that was given after all', () => {
    const checked = completionSchema(true, { ...nothing, truth: true }).parse({
      ...newCompletionValues(patient),
      ...{ hipaa_form_outcome: 'given', hipaa_form_reason: 'Deaf', counseling_outcome: 'accepted' },
    })
    expect(completionBody(checked, signature, true)).toMatchObject({
      hipaa_form_outcome: 'given',
      hipaa_form_reason: null,
    })
  })

  it('without drawing needs the name of whoever signs, and tells how', () => {
    expect(errors(false, { signature_method: 'mark', signer_name: '' })).toEqual({
      signer_name: 'Signed by is required',
    })
    const checked = completionSchema(false, nothing).parse({
      ...newCompletionValues(),
      signature_method: 'typed',
      signer_name: ' Ana Diaz ',
    })
    expect(completion().parse(completionBody(checked, signature, false))).toMatchObject({
      signature_method: 'typed',
      signer_name: 'Ana Diaz',
    })
  })

  it('is one that the server’s own schema takes', () => {
    const checked = completionSchema(true, nothing).parse({
      ...newCompletionValues(patient),
      hipaa_form_received: 'yes',
      counseling_received: 'yes',
      amount: 12.5,
      delivery_notes: ' With the neighbour ',
    })
    expect(completion().parse(completionBody(checked, signature, true))).toMatchObject({
      is_first_delivery: true,
      hipaa_form_received: true,
      counseling_received: true,
      amount: 12.5,
      delivery_notes: 'With the neighbour',
    })
  })
})
