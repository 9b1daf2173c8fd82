import { createHash, timingSafeEqual } from 'node:crypto'
import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda'
import { edgeHeaders, edgeMark } from '#shared/api/edge-headers.ts'

type Verdict = APIGatewaySimpleAuthorizerWithContextResult<Partial<typeof edgeMark>>

type Headers = Readonly<Record<string, string | undefined>>

type EdgeGuard = (event: { headers?: Headers | undefined }) => Promise<Verdict>

/** For how many milliseconds the secrets are cached. */
const freshMs = 300_000

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Secrets Manager's errors for a secret that is gone, or that the guard may no longer read. */
const goneNames = ['ResourceNotFoundException', 'InvalidRequestException', 'AccessDeniedException']

/**
 * Reads several secrets, and leaves out those that are gone. At the end of a rotation, a version of the guard may still know the name
 * of the secret that has just been deleted. Throws if none is left, or if a secret cannot be read for any other reason.
 */
export async function readExistingSecrets(ids: readonly string[], read: (id: string) => Promise<string>) {
  const results = await Promise.allSettled(ids.map(read))
  const values = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const other = failures.find(({ name }) => !goneNames.includes(name))
  if (other || values.length === 0) throw other ?? failures[0]
  return values
}

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
