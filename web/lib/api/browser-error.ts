import { CallError, unreachableText } from './call-error.ts'

/** An error that arose in this browser or its network, not on the server. `detail` is the text to show to the user. */
export class BrowserError extends CallError {
  constructor(detail: string, options?: ErrorOptions) {
    super({ status: 0, detail }, options)
  }
}

export const newReleaseText = 'Carelane has been updated.'

/**
 * `lost`: the part could not be fetched, for example without a network. `outdated`: the server has another release than this page,
 * and may no longer have the page's parts.
 */
type Trouble = 'lost' | 'outdated'

/** The error when a lazily loaded part of the app fails to load. */
export class PartLoadError extends BrowserError {
  readonly isOutdated: boolean
  /** The label of the button that loads the part again. */
  readonly again: 'Reload' | 'Try again'

  constructor(trouble: Trouble, options?: ErrorOptions) {
    super(trouble === 'outdated' ? newReleaseText : unreachableText, options)
    this.isOutdated = trouble === 'outdated'
    this.again = this.isOutdated ? 'Reload' : 'Try again'
  }
}
