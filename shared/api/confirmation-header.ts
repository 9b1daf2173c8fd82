/** Carries the `confirmation` of a caller who has just proven that it is them. */
export const confirmationHeader = 'x-confirmation'
