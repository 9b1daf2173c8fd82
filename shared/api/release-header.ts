/**
 * The header with the release of the web app that the response belongs to. A page that cannot read a response learns from this
 * header whether the page itself is outdated.
 */
export const releaseHeader = 'x-release'
