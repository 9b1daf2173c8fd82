/** The path pattern of the CloudFront behaviour of the recipient's page. */
export const recipientPagePattern = '/t/*'

/**
 * The routes of the page that a recipient's link opens. The page isn't part of the web app: the Lambda function that serves its API
 * calls also renders it. Mail programs without one-click unsubscribing open the address of `List-Unsubscribe`, and scanners of mails
 * fetch it. For both it leads to the page and changes nothing.
 */
export const recipientPageRoutes = ['/t/{token}', '/api/track/{token}/unsubscribe'].flatMap((path) =>
  ['GET', 'HEAD'].map((method) => ({ area: 'recipients' as const, method, path, routeKey: `${method} ${path}` })),
)

export const isRecipientPageRoute = (routeKey: string): boolean =>
  recipientPageRoutes.some((route) => route.routeKey === routeKey)
