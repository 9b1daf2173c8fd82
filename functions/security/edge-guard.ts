import { createHash, timingSafeEqual } from 'node:crypto'
import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda'
import { edgeHeaders, edgeMark } from '#shared/api/edge-headers.ts'

type Verdict = APIGatewaySimpleAuthorizerWithContextResult<Partial<typeof edgeMark>>

type Headers = Readonly<Record<string, string | undefined>>

type EdgeGuard = (event: { headers?: Headers | undefined }) => Promise<Verdict>

/** For how many milliseconds the secrets are cached. */
const freshMs = 300_000

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Makes an authoriser that accepts only requests from CloudFront, which it recognises by a secret in a header. During a rotation,
 * two secrets are valid. If Secrets Manager fails, the cached secrets stay in use.
 */
export function createEdgeGuard(readSecrets: () => Promise<readonly string[]>, now: () => number): EdgeGuard {
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
    // Compare all secrets even after a match, so that response time reveals nothing.
    const isAuthorized = (await secrets()).filter((secret) => timingSafeEqual(secret, shown)).length > 0
    return { isAuthorized, context: isAuthorized ? edgeMark : {} }
  }
}
