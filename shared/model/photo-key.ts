import * as z from 'zod/mini'
import { exactText } from './fields.ts'

/** The storage key of a photo that was uploaded before this request, to the URL that the call `requestPhotoUpload` returned. */
export const photoKey = () => z.nullish(exactText(400, 'Must be text'))
