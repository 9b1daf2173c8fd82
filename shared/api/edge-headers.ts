/** What CloudFront writes over whatever a caller sent under these names: the only word about a caller that counts. */
export const edgeHeaders = {
  /** Shows the gateway's guard that a request came by CloudFront. */
  secret: 'x-carelane-edge',
  /**
   * The caller's address. CloudFront's own header for it comes with all of its caller's headers, `Host` included, by which
   * the gateway refuses everything, or with ten named ones, of which `Authorization` must not be one.
   */
  viewer: 'x-carelane-viewer',
} as const

/**
 * What the guard says of such a request to the function that it lets it through to: in the event's own context, where nothing can
 * be written from outside.
 */
export const cameByEdge = { came_by: 'edge' } as const
