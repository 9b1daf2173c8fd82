/** The state of a link back: the page that it opens goes on where it was left. */
export const returning = 'returning'
