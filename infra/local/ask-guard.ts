import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda'
import { edgeHeaders } from '#shared/api/edge-headers.ts'

type Headers = Readonly<Record<string, string | undefined>>

export type Guard = (event: { headers: Headers }) => Promise<APIGatewaySimpleAuthorizerWithContextResult<object>>

/** What the gateway answers instead of a function, or what it tells the function. */
type Verdict = { refusal: 401 | 403 } | { context: object }

const keptMs = 300_000

/**
 * API Gateway's part of a guard: it is not asked about a request without the header, and its answer about a header's value is kept
 * for five minutes.
 */
export function askGuard(guard: Guard, now: () => number = Date.now): (headers: Headers) => Promise<Verdict> {
  const kept = new Map<string, { verdict: Verdict; until: number }>()
  return async (headers) => {
    const shown = headers[edgeHeaders.secret]
    if (!shown) return { refusal: 401 }
    const former = kept.get(shown)
    if (former && former.until > now()) return former.verdict
    const { isAuthorized, context } = await guard({ headers })
    const verdict: Verdict = isAuthorized ? { context } : { refusal: 403 }
    kept.set(shown, { verdict, until: now() + keptMs })
    return verdict
  }
}
