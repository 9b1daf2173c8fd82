import type { RawResponse, SentRequest } from './caller.ts'

/**
 * Has `send` of `amplify-transport.ts` once that file has loaded. Without it, each call would import the file again, for which a
 * browser takes several turns: the next picture could be drawn before the call is made.
 */
export const loadedTransport: { send?: (request: SentRequest) => Promise<RawResponse> } = {}
