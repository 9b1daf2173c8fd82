/** The header with the `confirmation` token of a caller who has just proven their identity again. */
export const confirmationHeader = 'x-confirmation'
