import { createHash, timingSafeEqual } from 'node:crypto'
import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda'
import { cameByEdge, edgeHeaders } from '#shared/api/edge-headers.ts'

type Verdict = APIGatewaySimpleAuthorizerWithContextResult<Partial<typeof cameByEdge>>

type Headers = Readonly<Record<string, string | undefined>>

type EdgeGuard = (event: { headers?: Headers | undefined }) => Promise<Verdict>

/** How long the secrets that were read are used, in milliseconds. */
const freshMs = 300_000

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Recognises CloudFront by the secret that it sends. During a rotation both secrets are valid. If Secrets Manager does not answer,
 * the secrets that were read last are used.
 */
export function edgeGuard(readSecrets: () => Promise<readonly string[]>, now: () => number): EdgeGuard {
  let known: readonly Buffer[] | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function secrets(): Promise<readonly Buffer[]> {
    if (known && now() - readAt < freshMs) return known
    try {
      known = (await readSecrets()).filter(Boolean).map(digest)
      readAt = now()
    } catch (error) {
      if (!known) throw error
    }
    return known
  }

  return async ({ headers }) => {
    const shown = digest(headers?.[edgeHeaders.secret] ?? '')
    // All secrets are compared, whichever matches, so that time reveals nothing.
    const isAuthorized = (await secrets()).filter((secret) => timingSafeEqual(secret, shown)).length > 0
    return { isAuthorized, context: isAuthorized ? cameByEdge : {} }
  }
}
