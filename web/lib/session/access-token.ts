const almostEndedMs = 60_000

/** Returns the lifetime of a JWT in milliseconds; infinite if the token cannot be read, so that only the server judges it. */
function lifeOf(token: string): number {
  const { exp, iat } = readClaims(token)
  return typeof exp === 'number' && typeof iat === 'number' ? (exp - iat) * 1000 : Number.POSITIVE_INFINITY
}

/**
 * Returns `isEnding`, which checks whether a token is about to expire. The lifetime is counted on a monotonic clock from the moment
 * when the token was first seen, because many devices have a wrong date or time. If the token actually expires earlier, the server
 * refuses it, and the page refreshes its tokens then.
 */
export function createTokenExpiryCheck(now: () => number) {
  let current = ''
  let endsAt = 0
  let marginMs = 0
  return {
    isEnding(token: string) {
      if (token !== current) {
        const life = lifeOf(token)
        current = token
        endsAt = now() + life
        marginMs = Math.min(almostEndedMs, life / 4)
      }
      return endsAt - now() < marginMs
    },
  }
}

/** Returns the claims of a JWT, without checking its signature; `{}` if the token cannot be read. */
export function readClaims(token: string): { sub?: unknown; sid?: unknown; exp?: unknown; iat?: unknown } {
  try {
    return Object(JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return {}
  }
}
