import { createHash, timingSafeEqual } from 'node:crypto'
import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda'
import { cameByEdge, edgeHeaders } from '#shared/api/edge-headers.ts'

type Verdict = APIGatewaySimpleAuthorizerWithContextResult<Partial<typeof cameByEdge>>

type Headers = Readonly<Record<string, string | undefined>>

type EdgeGuard = (event: { headers?: Headers | undefined }) => Promise<Verdict>

/** How long what was read is used before it is read again. */
const freshMs = 300_000

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Tells CloudFront from anybody else by the secret that it shows. While one secret takes another's place, both are good; what was
 * read last still serves while Secrets Manager does not answer.
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
    // All of them are compared, whichever it is.
    const isAuthorized = (await secrets()).filter((secret) => timingSafeEqual(secret, shown)).length > 0
    return { isAuthorized, context: isAuthorized ? cameByEdge : {} }
  }
}
