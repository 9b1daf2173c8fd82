import { tokenCookies } from './token-cookies.ts'

/** Of this page. */
export const tokens = tokenCookies(location.protocol, document)
