/** A service that hangs is as bad as one that fails: both end in a 503 that says to try again. */
export const timeouts = { requestTimeout: 3000, throwOnRequestTimeout: true, connectionTimeout: 1000 }
