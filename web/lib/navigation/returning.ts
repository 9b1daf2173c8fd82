/** The router state of a link back. The page that it opens continues where the user left it. */
export const returning = 'returning'
