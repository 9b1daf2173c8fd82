import * as z from 'zod/mini'
import { list, notes, optionalInstant, text } from './fields.ts'
import { lazy } from './lazy.ts'
import { optionalPaymentMethod } from './payment.ts'
import { objectKeys } from './shapes.ts'

const labelled = <const L extends Readonly<Record<string, string>>>(labels: L) => labels

/** The possible relationships of the signer to the patient, with their labels. */
export const signerRelationshipLabels = labelled({
  patient: 'Patient',
  family: 'Family',
  caregiver: 'Caregiver',
  facility_staff: 'Facility staff',
  neighbor: 'Neighbor',
  other: 'Other',
})

export const photoIdKindLabels = labelled({
  drivers_license: "Driver's license",
  state_id: 'State ID',
  passport: 'Passport',
  other: 'Other',
})

export const hipaaOutcomeLabels = labelled({ given: 'Given', refused: 'Refused', unable: 'Unable' })
export const counselingOutcomeLabels = labelled({ accepted: 'Accepted', declined: 'Declined', call_back: 'Call back' })

/** The ways to give a signature, with their labels. `mark` is an X, which the person who completes the delivery witnesses. */
export const signatureMethodLabels = labelled({ drawn: 'Drawn', typed: 'Typed name', mark: 'Mark (X)' })

export const signerRequiredText = 'Signer’s name is required'
export const relationshipRequiredText = 'Relationship is required'
export const photoIdCheckedLabel = 'Photo ID checked'
export const photoIdUncheckedText = 'Check the photo ID'
export const paymentMethodRequiredText = 'Payment method is required'
export const reasonRequiredText = 'Say why'

const choice = <L extends Readonly<Record<string, string>>>(labels: L) =>
  z.enum(objectKeys(labels), `Must be one of ${objectKeys(labels).join(', ')}`)

export const signerName = () => text()
export const signerRelationship = lazy(() => choice(signerRelationshipLabels))
export const photoIdKind = lazy(() => choice(photoIdKindLabels))
export const hipaaOutcome = lazy(() => choice(hipaaOutcomeLabels))
export const counselingOutcome = lazy(() => choice(counselingOutcomeLabels))
export const signatureMethod = lazy(() => choice(signatureMethodLabels))

/** The check of a photo ID. Only the kind of document is recorded, never its number or a picture. */
export const photoId = lazy(() =>
  z.object({ checked: z.boolean('Must be true or false'), kind: z.nullish(photoIdKind()) }),
)

/** The most points of a recorded signature, all strokes together. */
const pointLimit = 20_000
const tooManyPoints = `Must be at most ${pointLimit} points`

const coordinate = () =>
  z
    .number('Must be a number')
    .check(z.gte(-10_000, 'Must be within the signature pad'), z.lte(10_000, 'Must be within the signature pad'))
const milliseconds = () => z.number('Must be a number').check(z.gte(0, 'Must be a time'))

/** Returns the index of the stroke with which a signature exceeds the limit of points, or -1 if it stays within the limit. */
function firstBeyond(strokes: readonly unknown[]): number {
  let points = 0
  return strokes.findIndex((stroke) => {
    points += Array.isArray(stroke) ? stroke.length : 1
    return points > pointLimit
  })
}

/**
 * The recorded strokes, `[[[x, y, t]…]…]`, in pixels of the 800 × 300 pad and milliseconds. The points are counted before they are
 * validated, so that a signature with too many points causes one error.
 */
export const recordedStrokes = () =>
  z.nonoptional(
    z.pipe(
      z.transform((sent: z.input<ReturnType<typeof strokeList>>, { issues }) => {
        const beyond = Array.isArray(sent) ? firstBeyond(sent) : -1
        if (beyond >= 0) issues.push({ code: 'custom', input: sent, message: tooManyPoints, path: [beyond] })
        return sent
      }),
      strokeList(),
    ),
  )

function strokeList() {
  const point = z
    .tuple([coordinate(), coordinate(), milliseconds()], 'Must be [x, y, t]')
    .check(z.meta({ items: { type: 'number', format: 'double' }, minItems: 3, maxItems: 3 }))
  return list(list(point, { limit: pointLimit, noun: 'points' }), { limit: pointLimit, noun: 'strokes' })
}

/**
 * The fields of a completion that were added after the first specification. All are optional here. The operation requires some of
 * them if the organisation's settings say so, and the signer's name for a typed or marked signature.
 */
export const doorRecord = lazy(() =>
  z.object({
    signer_name: z.nullish(signerName()),
    signer_relationship: z.nullish(signerRelationship()),
    photo_id: z.nullish(photoId()),
    hipaa_form_outcome: z.nullish(hipaaOutcome()),
    hipaa_form_reason: z.nullish(notes()),
    counseling_outcome: z.nullish(counselingOutcome()),
    signature_strokes: z.nullish(recordedStrokes()),
    signature_method: z._default(z.nullable(signatureMethod()), null),
    captured_at: optionalInstant(),
    /** The seconds that the device has added to the time of its clock, because responses of the server showed that it was wrong. */
    clock_correction_seconds: z.nullish(z.int('Must be a number')),
    payment_method: optionalPaymentMethod(),
  }),
)

/** Returns the label of a stored choice, or the choice itself if this release has no label for it. */
export const choiceLabel = (labels: Readonly<Record<string, string>>, value: string) => labels[value] ?? value
