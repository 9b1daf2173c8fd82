/** What CloudFront writes over whatever a caller sent under these names: the only word about him that counts. */
export const edgeHeaders = {
  /** Shows that a request came by CloudFront. */
  secret: 'x-carelane-edge',
  /** `address:port`, an IPv6 address without brackets. */
  viewer: 'cloudfront-viewer-address',
} as const
