import * as z from 'zod/mini'
import { deliveryStatuses } from './delivery-statuses.ts'
import { doorRecord } from './door-record.ts'
import { dollars, exactText, formFlag, optionalInstant, optionalNotes } from './fields.ts'
import { lazy } from './lazy.ts'
import { photoKey } from './photo-key.ts'

export const signatureMissingText = 'Please provide a signature before completing the delivery'

export const firstDeliveryUnconfirmedText =
  'Please confirm both HIPAA form and counseling were received for this first-time delivery'

/** The accepted types of a photo. The server detects the type from the bytes of the photo, whatever type the client names. */
export const photoTypes = ['image/jpeg', 'image/png'] as const

export const photoNotAnImageText = 'Please upload an image file (JPEG, PNG, etc.)'

export const photoType = lazy(() => z.enum(photoTypes, photoNotAnImageText))

export const photoTooLargeText = 'File size must be less than 10MB'

export const photoLimitBytes = 10_485_760

/**
 * The largest photo in a multipart request, in bytes. A Lambda function refuses requests that are much larger, so larger photos are
 * uploaded to S3 directly.
 */
export const multipartPhotoLimitBytes = 4_194_304

/** The largest signature, in bytes. A drawing of 800×300 pixels usually has about ten kilobytes. */
export const signatureLimitBytes = 524_288

const pngDataUrl = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/

/** A signature as the data URL of a PNG image, or '' for none. */
const signature = () =>
  exactText(
    Math.ceil(signatureLimitBytes / 3) * 4 + 22,
    signatureMissingText,
    'The signature image is too large',
  ).check(
    z.refine((value) => value === '' || pngDataUrl.test(value), 'The signature must be a PNG image'),
    z.meta({ pattern: '^(data:image/png;base64,[A-Za-z0-9+/]+={0,2})?$' }),
  )

const noNumber = 'Must be a number'

/** An amount in dollars, as a number or as text. If it is missing, null or a text that is not a number, it counts as 0. */
export const amount = lazy(() =>
  z._default(
    z.pipe(
      z.union(
        [
          z.number().check(z.meta({ minimum: 0, maximum: 999_999.99, multipleOf: 0.01 })),
          exactText(40, noNumber, noNumber).check(z.meta({ doc: 'amount as text' })),
          z.null(),
        ],
        noNumber,
      ),
      z.pipe(
        z.transform((value: number | string | null) => (Number.isFinite(Number(value)) ? Number(value) : 0)),
        dollars(),
      ),
    ),
    0,
  ),
)

const imageDataUrl = /^data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/]*={0,2}$/

/** A photo as a data URL, for callers that don't send a file. It has the same size limit as a photo in a multipart request. */
const photoDataUrl = () =>
  z.nullish(
    exactText(
      Math.ceil(multipartPhotoLimitBytes / 3) * 4 + 60,
      photoNotAnImageText,
      'A photo larger than 4 MB must be uploaded first',
    ).check(z.regex(imageDataUrl, photoNotAnImageText)),
  )

/**
 * The body of a completion request or, in a multipart form, its part `data`. `is_first_delivery` is accepted only for compatibility
 * and has no effect.
 */
export const completion = lazy(() =>
  z.object({
    patient_signature: signature().check(z.minLength(1, signatureMissingText)),
    signature_timestamp: optionalInstant(),
    counseling_required: formFlag(),
    hipaa_form_received: formFlag(),
    counseling_received: formFlag(),
    is_first_delivery: formFlag(),
    amount: amount(),
    delivery_notes: z.nullish(optionalNotes()),
    notes: z.nullish(optionalNotes()),
    delivery_photo_key: photoKey(),
    delivery_photo: photoDataUrl(),
    ...doorRecord().shape,
  }),
)

export type Completion = z.output<ReturnType<typeof completion>>

export const statusChange = lazy(() =>
  z.object({
    status: z.enum(deliveryStatuses, 'Please select a status'),
    notes: optionalNotes(),
    delivery_notes: optionalNotes(),
    patient_signature: z.optional(signature()),
    delivery_photo_key: photoKey(),
  }),
)

export type StatusChange = z.output<ReturnType<typeof statusChange>>
