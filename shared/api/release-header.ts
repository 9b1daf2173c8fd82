/**
 * The header with the web release that the response belongs to. If a page cannot read a response, this header tells it that the
 * page is outdated.
 */
export const releaseHeader = 'x-release'
