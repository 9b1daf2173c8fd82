import { createTokenCookies } from './token-cookies.ts'

/** Reads and writes the cookies with the session's tokens. */
export const pageTokenCookies = createTokenCookies(location.protocol, document)
