import type { LastKnown } from './last-known.ts'

/** An address that a page was opened with. */
export interface Opened {
  known: LastKnown
  /** What stands for the `:names` of the path. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** The organisation's day; undefined where the device's clock cannot be right. */
  today: string | undefined
}

/** Asks for what a screen shows first, before the screen does. Resolves when that has come. */
export type FirstRead = (opened: Opened) => Promise<unknown> | undefined
