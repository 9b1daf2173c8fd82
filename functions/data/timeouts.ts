/** A service that hangs is treated like one that fails: the request ends with a 503 that asks for a retry. */
export const timeouts = { requestTimeout: 3000, throwOnRequestTimeout: true, connectionTimeout: 1000 }
