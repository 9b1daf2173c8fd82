import type { TokenPair } from '#shared/model/account.ts'
import type { HeldTokens } from '../api/caller.ts'

const daySeconds = 86_400

/**
 * The token cookies of a document on a page of this protocol, `https:` or `http:`. Scripts can read them, because a request
 * is authorised by its bearer header alone.
 */
export function tokenCookies(protocol: string, jar: { cookie: string }) {
  // No other name under the same domain can set a cookie of this name.
  const prefix = protocol === 'https:' ? '__Host-' : ''
  const attributes = `path=/; samesite=strict${protocol === 'https:' ? '; secure' : ''}`

  /** By `max-age`: the browser counts the life of the cookie from now on, whatever its date is. */
  const write = (name: string, value: string, seconds: number) => {
    jar.cookie = `${prefix}${name}=${value}; max-age=${seconds}; ${attributes}`
  }
  // A browser asks another process for them.
  const all = () => {
    const pairs = jar.cookie.split('; ')
    return (name: string) => {
      const start = `${prefix}${name}=`
      return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined
    }
  }

  return {
    async read(): Promise<HeldTokens> {
      const read = all()
      return {
        access: read('access_token'),
        refresh: read('refresh_token'),
        wasAway: read('signed_out') === 'away',
      }
    },
    async store({ access_token, refresh_token }: TokenPair) {
      write('access_token', access_token, daySeconds)
      write('refresh_token', refresh_token, 7 * daySeconds)
      write('signed_out', '', 0)
    },
    /** `wasAway`: to be told in every tab, until somebody signs in. Another tab, which only finds the session gone, does not take it back. */
    async clear(wasAway = false) {
      if (wasAway) write('signed_out', 'away', daySeconds)
      write('access_token', '', 0)
      write('refresh_token', '', 0)
    },
    /** Whether this browser keeps cookies. */
    async areKept() {
      write('cookies_kept', 'yes', daySeconds)
      const isKept = all()('cookies_kept') === 'yes'
      write('cookies_kept', '', 0)
      return isKept
    },
  }
}
