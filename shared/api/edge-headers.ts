/** Headers that describe the caller. They can be trusted, because CloudFront overwrites whatever the caller has sent. */
export const edgeHeaders = {
  /** Proves to the gateway's guard that a request came through CloudFront. */
  secret: 'x-carelane-edge',
  /**
   * The caller's IP address. CloudFront's own header for it cannot be used. It could be forwarded with all of the caller's headers,
   * but then the gateway refuses their `Host`; or in a list of ten headers, but such a list may not include `Authorization`.
   */
  viewer: 'x-carelane-viewer',
} as const

/**
 * The guard's mark that a request came through CloudFront. The guard passes it to the function in the event's own context, which no
 * caller can write to.
 */
export const cameByEdge = { came_by: 'edge' } as const
