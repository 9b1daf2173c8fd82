/**
 * Headers that CloudFront adds to every request that it forwards to the gateway. Behind the gateway's guard they can be
 * trusted, because CloudFront overwrites whatever the caller has sent in them.
 */
export const edgeHeaders = {
  /** Proves to the gateway's guard that a request came through CloudFront. */
  secret: 'x-carelane-edge',
  /**
   * The caller's IP address. CloudFront's own header for the address cannot be used, because CloudFront can forward it in only two
   * ways: together with all of the caller's headers, but then the gateway refuses the caller's `Host`; or in a list of at most ten
   * headers, but such a list may not include `Authorization`.
   */
  viewer: 'x-carelane-viewer',
} as const

/**
 * The mark of a request that came through CloudFront. The gateway's guard passes it to the function in the context of the event, to
 * which no caller can write.
 */
export const edgeMark = { came_by: 'edge' } as const
