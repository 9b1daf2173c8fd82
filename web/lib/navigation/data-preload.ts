import type { PathInput } from '../api/fill-path.ts'
import type { LastKnownUser } from '../session/last-known.ts'

/** The input of a `DataPreload`: the address that is about to open, the user with the access token, and today's date. */
export interface PreloadContext {
  accessToken: string
  known: LastKnownUser
  /** The path of the page, from `paths`. */
  path: string
  /** The values of the `:names` in that path. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** Today in the organisation's time zone. Undefined if the device's clock is not within the access token's lifetime. */
  today: string | undefined
}

/**
 * Requests the data that a screen shows first, before the screen renders. Resolves when the data has arrived. Returns undefined if
 * there is nothing to request.
 */
export type DataPreload = (opened: PreloadContext) => Promise<unknown> | undefined

/** The path of a call and its input. If the input is undefined, the call is not made. */
export type FirstCall = readonly [path: string, input: PathInput | undefined]
