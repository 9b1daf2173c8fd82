import { CallError, unreachable } from './call-error.ts'

/** What this browser or its network could not do; `detail` says so to people. */
export class BrowserError extends CallError {
  constructor(detail: string, options?: ErrorOptions) {
    super({ status: 0, detail }, options)
  }
}

export const updated = 'Carelane has been updated.'

/** `lost`: it did not come, and may come when it is asked for again. The others need the page loaded anew. */
type Trouble = 'lost' | 'outdated' | 'stuck'

/** A part of the app that was asked for and is not there. */
export class PartError extends BrowserError {
  readonly isOutdated: boolean
  readonly needsReload: boolean

  constructor(trouble: Trouble, options?: ErrorOptions) {
    super(trouble === 'outdated' ? updated : unreachable, options)
    this.isOutdated = trouble === 'outdated'
    this.needsReload = trouble !== 'lost'
  }
}
