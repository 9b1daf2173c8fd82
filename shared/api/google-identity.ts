/** Where Google Identity Services come from: its script, style and frames lie below, and nothing else of Google's is let in. */
export const googleIdentity = 'https://accounts.google.com/gsi'
