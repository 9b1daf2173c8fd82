import { tokenCookies } from './token-cookies.ts'

/** The token cookies of this page. */
export const pageTokens = tokenCookies(location.protocol, document)
