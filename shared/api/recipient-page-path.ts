/**
 * The route of the page that a recipient's link opens. The page isn't part of the web app: the Lambda function that serves its API
 * calls also renders it.
 */
export const recipientPageRoute = {
  area: 'recipients',
  method: 'GET',
  path: '/t/{token}',
  routeKey: 'GET /t/{token}',
  /** The path pattern of the page's CloudFront behaviour. */
  pattern: '/t/*',
} as const
