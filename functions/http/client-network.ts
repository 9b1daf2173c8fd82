import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { edgeHeaders, edgeMark } from '#shared/api/edge-headers.ts'
import { AppError } from '../failures/app-error.ts'

type Called = Pick<APIGatewayProxyEventV2, 'headers'> & { requestContext: object }

/**
 * Returns the network to which limits apply: the caller's IPv4 address, or the /64 of an IPv6 address, because one customer owns
 * all of it. CloudFront's header is only trusted if the gateway's guard has checked the request. Throws a 403 if that guard has not
 * checked the request, or if the header has no IP address.
 */
export function clientNetwork({ headers, requestContext }: Called): string {
  const network = isGuarded(requestContext) && networkOf(headers[edgeHeaders.viewer] ?? '')
  if (!network) throw new AppError('forbidden', 'Direct calls to this address are not accepted')
  return network
}

function isGuarded(context: object): boolean {
  const { lambda } = Object('authorizer' in context ? context.authorizer : undefined)
  return Object(lambda).came_by === edgeMark.came_by
}

function networkOf(address: string): string | undefined {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const { address: written } = new SocketAddress({ address, family: 'ipv6' })
  const mapped = written.replace(/^::ffff:/, '')
  if (isIPv4(mapped)) return mapped
  const [before = '', after = ''] = written.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
