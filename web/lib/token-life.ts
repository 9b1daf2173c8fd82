const almostEndedMs = 60_000

/** How long a JWT lives from its making, in milliseconds; for ever where it cannot be read, which the server then judges. */
function lifeOf(token: string): number {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const { exp, iat } = Object(payload)
    return typeof exp === 'number' && typeof iat === 'number' ? (exp - iat) * 1000 : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Whether a token is about to end. Its life is counted from when it was first seen, by a clock that nobody sets: the day
 * and hour of many a phone are wrong. A token that has ended sooner is refused by the server, and refreshed then.
 */
export function tokenLife(now: () => number) {
  let known = ''
  let endsAt = 0
  let marginMs = 0
  return {
    isEnding(token: string) {
      if (token !== known) {
        const life = lifeOf(token)
        known = token
        endsAt = now() + life
        marginMs = Math.min(almostEndedMs, life / 4)
      }
      return endsAt - now() < marginMs
    },
  }
}
