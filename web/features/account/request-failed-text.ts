/** The message if a request failed and the server says nothing about the reason. */
export const requestFailedText = 'An error occurred while processing your request. Please try again.'
