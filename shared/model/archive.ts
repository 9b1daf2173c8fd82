import * as z from 'zod/mini'
import { historyItem } from './delivery-history.ts'
import { answeredId, answeredUrl } from './fields.ts'
import { lazy } from './lazy.ts'
import { exportedDelivery } from './list-export.ts'
import { proof } from './proof.ts'

/** A proof without the addresses of its pictures, which would have expired before anybody reads the archive. */
export const archivedProof = lazy(() =>
  z.omit(proof(), { patient_signature: true, signature_strokes: true, delivery_photo_url: true }),
)

/** A line of the archive's file of deliveries. */
export const archivedDelivery = lazy(() =>
  z.extend(exportedDelivery(), { history: z.array(historyItem()), proof: z.nullable(archivedProof()) }),
)
export type ArchivedDelivery = z.output<ReturnType<typeof archivedDelivery>>

/** What a picture shows. */
const pictureKind = lazy(() => z.enum(['signature', 'strokes', 'photo']))

/** A line of the archive's list of pictures. */
export const archivedPicture = lazy(() =>
  z.object({
    delivery_id: answeredId(),
    kind: pictureKind(),
    /** SHA-256 in hexadecimal. Null for pictures that were stored before sums were kept. */
    sha256: z.nullable(z.string()),
    /** The page that shows the picture to people with the right to see it. */
    link: answeredUrl(),
  }),
)
export type ArchivedPicture = z.output<ReturnType<typeof archivedPicture>>
