import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { AppError } from './app-error.ts'

/** Who calls, as limits count him: an IPv4 address, or the /64 of an IPv6 one, which is one customer's. 403 for who did not come by the edge. */
export type ReadViewerAddress = (headers: Readonly<Record<string, string | undefined>>) => string

const digest = (text: string) => createHash('sha256').update(text).digest()

/** `secrets` is a comma list: while one is rotated the old and the new one are both good. */
export function viewerAddresses(secrets: string): ReadViewerAddress {
  const digests = secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
    .map(digest)
  return (headers) => {
    const sent = digest(headers[edgeHeaders.secret] ?? '')
    // All of them are compared, whichever it is.
    const isOurs = digests.filter((known) => timingSafeEqual(known, sent)).length > 0
    const network = isOurs && networkOf(headers[edgeHeaders.viewer] ?? '')
    if (!network) throw new AppError('forbidden', 'This address is not to be called directly')
    return network
  }
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
