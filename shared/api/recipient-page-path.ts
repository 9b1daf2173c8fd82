/** The page of a recipient's link. It is a document of its own, made by the function that serves the link's calls. */
export const recipientPage = {
  area: 'recipients',
  method: 'GET',
  path: '/t/{token}',
  routeKey: 'GET /t/{token}',
  /** The path pattern of its behaviour in CloudFront. */
  pattern: '/t/*',
} as const
