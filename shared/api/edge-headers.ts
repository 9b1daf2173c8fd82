/** What CloudFront writes over whatever a caller sent under these names: the only word about him that counts. */
export const edgeHeaders = {
  /** Shows that a request came by CloudFront. */
  secret: 'x-carelane-edge',
  /**
   * The caller's address. CloudFront's own header for it comes with all of its caller's headers, `Host` included, by which
   * the gateway refuses everything, or with ten named ones, of which `Authorization` must not be one.
   */
  viewer: 'x-carelane-viewer',
} as const
