import { tokenCookies } from './token-cookies.ts'

/** The token cookies of this page. */
export const tokens = tokenCookies(location.protocol, document)
