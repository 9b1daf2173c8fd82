import type { photoTypes } from '#shared/model/completion.ts'

export type PhotoContentType = (typeof photoTypes)[number]

/** The file extension of a stored picture of each type. */
export const photoExtensions: Readonly<Record<PhotoContentType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** Returns the media type of a stored picture by its file extension, or a general type for any other name. */
export function contentTypeOfFileName(name: string): string {
  const found = Object.entries(photoExtensions).find(([, ending]) => name.endsWith(`.${ending}`))
  return found?.[0] ?? 'application/octet-stream'
}
