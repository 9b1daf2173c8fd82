/**
 * Names the web release that the response belongs to. A page that cannot read a response learns from it that the page is outdated.
 */
export const releaseHeader = 'x-release'
