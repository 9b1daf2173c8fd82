/**
 * The page that a recipient's link opens. It isn't part of the web app; the function that serves the API calls of this page also
 * renders it.
 */
export const recipientPageRoute = {
  area: 'recipients',
  method: 'GET',
  path: '/t/{token}',
  routeKey: 'GET /t/{token}',
  /** The path pattern of the page's CloudFront behaviour. */
  pattern: '/t/*',
} as const
