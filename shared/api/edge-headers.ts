/** CloudFront overwrites these headers, whatever the caller sent, so they alone are trusted to describe a caller. */
export const edgeHeaders = {
  /** Proves to the gateway's guard that a request came through CloudFront. */
  secret: 'x-carelane-edge',
  /**
   * The caller's IP address. CloudFront's own header for it is not usable: it is only sent along with all of the caller's headers,
   * and the gateway refuses their `Host`, or along with ten named ones, among which `Authorization` is not allowed.
   */
  viewer: 'x-carelane-viewer',
} as const

/** The guard passes this on to the function in the event's own context, which no caller can write to. */
export const cameByEdge = { came_by: 'edge' } as const
