/** Shown if a request failed and the server says nothing about it. */
export const requestFailed = 'An error occurred while processing your request. Please try again.'
