import { CallError } from './call-error.ts'

/** An error that arose in this browser or its network, not on the server. `detail` is the text to show to the user. */
export class BrowserError extends CallError {
  constructor(detail: string, options?: ErrorOptions) {
    super({ status: 0, detail }, options)
  }
}

export const newReleaseText = 'Carelane has been updated.'

/** The error when a part of the app that is loaded on demand fails to load. Only a reload of the page can load the part. */
export class PartLoadError extends BrowserError {
  constructor(options?: ErrorOptions) {
    super('Failed to load this part of Carelane. Check your connection and reload the page.', options)
  }
}
