import { describe, expect, it } from 'vitest'
import { completion } from '#shared/model/delivery.ts'
import {
  type CompletionValues,
  completionBody,
  completionSchema,
  newCompletionValues,
} from '../../web/features/deliveries/completion/completion-values.ts'
import { errorsOf } from '../../web/lib/field-paths.ts'

const signature = { image: 'data:image/png;base64,iVBORw0KGgo=', signedAt: '2025-01-05T15:04:00.000Z' }
const unconfirmed = 'Please confirm both HIPAA form and counseling were received for this first-time delivery'

const errors = (isFirst: boolean, values: Partial<CompletionValues>) =>
  errorsOf(completionSchema(isFirst).safeParse({ ...newCompletionValues(), ...values }).error?.issues ?? [])

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
    const checked = completionSchema(false).parse(newCompletionValues())
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
    })
  })

  it('without drawing needs the name of whoever signs, and tells how', () => {
    expect(errors(false, { signature_method: 'mark' })).toEqual({ signer_name: 'Signed by is required' })
    const checked = completionSchema(false).parse({
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
    const checked = completionSchema(true).parse({
      ...newCompletionValues(),
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
