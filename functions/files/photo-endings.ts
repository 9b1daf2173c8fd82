import type { photoTypes } from '#shared/model/completion.ts'

export type PhotoType = (typeof photoTypes)[number]

/** How the name of a kept picture ends. */
export const endings: Readonly<Record<PhotoType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** The type of a picture that was stored under its ending. */
export function contentTypeOf(name: string): string {
  const found = Object.entries(endings).find(([, ending]) => name.endsWith(`.${ending}`))
  return found?.[0] ?? 'application/octet-stream'
}
