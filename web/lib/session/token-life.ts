import { claimsOf } from './token-claims.ts'

const almostEndedMs = 60_000

/** The lifetime of a JWT in milliseconds; infinite when it cannot be read, because the server will judge it. */
function lifeOf(token: string): number {
  const { exp, iat } = claimsOf(token)
  return typeof exp === 'number' && typeof iat === 'number' ? (exp - iat) * 1000 : Number.POSITIVE_INFINITY
}

/**
 * Tells whether a token is about to expire. Its life is counted from the moment it was first seen, by a clock that nobody
 * can set: many devices have a wrong date or time. The server refuses a token that expired earlier, which is then refreshed.
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
