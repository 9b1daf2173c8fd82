/** The page of a recipient's link: a document of its own, which the function of the link's calls makes. */
export const recipientPage = {
  area: 'recipients',
  method: 'GET',
  path: '/t/{token}',
  routeKey: 'GET /t/{token}',
  /** As CloudFront knows it by. */
  pattern: '/t/*',
} as const
