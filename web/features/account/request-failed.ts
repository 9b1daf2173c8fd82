/** For a request that failed without words of the server. */
export const requestFailed = 'An error occurred while processing your request. Please try again.'
