import { CallError, unreachable } from './call-error.ts'

/** Something that this browser or its network could not do. `detail` tells people what. */
export class BrowserError extends CallError {
  constructor(detail: string, options?: ErrorOptions) {
    super({ status: 0, detail }, options)
  }
}

export const updated = 'Carelane has been updated.'

/** `outdated`: a newer release may no longer have the part. */
type Trouble = 'lost' | 'outdated'

/** A part of the app that could not be loaded. */
export class PartError extends BrowserError {
  readonly isOutdated: boolean
  /** What the button says that asks for the part once more. */
  readonly again: 'Reload' | 'Try again'

  constructor(trouble: Trouble, options?: ErrorOptions) {
    super(trouble === 'outdated' ? updated : unreachable, options)
    this.isOutdated = trouble === 'outdated'
    this.again = this.isOutdated ? 'Reload' : 'Try again'
  }
}
