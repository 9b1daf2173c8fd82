import { edgeHeaders } from '#shared/api/edge-headers.ts'
import type { TestApp } from './test-app.ts'

/**
 * Returns the headers with which callers could try to claim another IP address, together with the secret that CloudFront sends, as
 * if the callers knew it.
 */
export function spoofedAddressHeaders({ cloud }: TestApp, host: number): Record<string, string> {
  const address = `203.0.113.${host}`
  return {
    [edgeHeaders.secret]: cloud.edgeSecret,
    [edgeHeaders.viewer]: address,
    'x-forwarded-for': address,
    'x-real-ip': address,
    'true-client-ip': address,
    forwarded: `for=${address}`,
  }
}
