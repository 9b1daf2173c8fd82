import type { LastKnown } from '../session/last-known.ts'

/** An address that a page is opened with, before it shows. */
export interface Opened {
  accessToken: string
  known: LastKnown
  /** The path of the page, from `paths`. */
  path: string
  /** The values of the `:names` in that path. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** The organisation's day; undefined where the device's clock cannot be right. */
  today: string | undefined
}

/** Reads what a screen shows first, before the screen does. Resolves when that has come. */
export type FirstRead = (opened: Opened) => Promise<unknown> | undefined
