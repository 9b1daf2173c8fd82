/** The message for a failed request, unless the server's own text is shown instead. */
export const requestFailedText = 'An error occurred while processing your request. Please try again.'
