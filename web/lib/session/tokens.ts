import { tokenCookies } from './token-cookies.ts'

/** Reads and writes the cookies with the session's tokens. */
export const pageTokens = tokenCookies(location.protocol, document)
