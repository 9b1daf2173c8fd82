import type { LastKnownUser } from '../session/last-known.ts'

/** What the preload of a page may use: the address that is about to open, the user, and the organisation's day. */
export interface PreloadContext {
  accessToken: string
  known: LastKnownUser
  /** The path of the page, from `paths`. */
  path: string
  /** The values of the `:names` in that path. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** Today in the organisation's time zone. Undefined if the device's clock is obviously wrong. */
  today: string | undefined
}

/** Reads the first data of a screen before the screen renders. Resolves when the data has arrived. */
export type DataPreload = (opened: PreloadContext) => Promise<unknown> | undefined
