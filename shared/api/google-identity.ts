/**
 * The origin of Google Identity Services. The content security policy allows its script, style and frames, and nothing else of
 * Google's.
 */
export const googleIdentity = 'https://accounts.google.com/gsi'
