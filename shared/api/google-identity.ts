/**
 * The URL of Google Identity Services. The content security policy allows its script, style, frames and calls, and nothing else
 * from Google.
 */
export const googleIdentityUrl = 'https://accounts.google.com/gsi'
