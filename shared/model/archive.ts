import * as z from 'zod/mini'
import { historyItem } from './delivery-history.ts'
import { idInAnswer, urlInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'
import { exportedDelivery } from './list-export.ts'
import { proof } from './proof.ts'

/**
 * A proof of delivery in an organisation's archive. It lacks the URLs of its pictures and strokes, because they would have expired
 * before anybody opens the archive.
 */
export const archivedProof = lazy(() =>
  z.omit(proof(), { patient_signature: true, signature_strokes: true, delivery_photo_url: true }),
)

/** A line in an archive's file of deliveries. */
export const archivedDelivery = lazy(() =>
  z.extend(exportedDelivery(), { history: z.array(historyItem()), proof: z.nullable(archivedProof()) }),
)
export type ArchivedDelivery = z.output<ReturnType<typeof archivedDelivery>>

/** The kinds of files in the list of pictures: the signature, its recorded strokes, and the photo. */
const pictureKind = lazy(() => z.enum(['signature', 'strokes', 'photo']))

/** A file that belongs to a delivery. */
const picture = lazy(() =>
  z.object({
    delivery_id: idInAnswer(),
    /** The refused action that the file was recorded for. Null if the file belongs to the delivery's proof or attempt. */
    unsent_id: z.nullable(z.string()),
    kind: pictureKind(),
    /** The file's SHA-256 hash in hexadecimal. Null if the file was stored before hashes were recorded. */
    sha256: z.nullable(z.string()),
  }),
)

/** A line in an archive's list of pictures. */
export const archivedPicture = lazy(() =>
  z.extend(picture(), {
    /** The name of the ZIP file that contains the picture. */
    part: z.string(),
    /** The picture's path in that ZIP file. */
    file: z.string(),
  }),
)

/** A line in an archive's list of pictures that could not be found. */
export const missingPicture = lazy(() =>
  z.extend(picture(), {
    /** The URL of the delivery's page in the web app, which users with the necessary rights can open. */
    link: urlInAnswer(),
  }),
)
