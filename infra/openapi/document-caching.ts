/** A reader sees a release's document five minutes after it at the latest. */
export const documentCaching = 'public, max-age=300'
