import type { TokenPair } from '#shared/model/account.ts'
import type { HeldTokens } from '../api/caller.ts'

const daySeconds = 86_400

/**
 * The token cookies of a document on a page with this protocol, `https:` or `http:`. Scripts can read them, because a request is
 * authorised by its bearer header alone.
 */
export function tokenCookies(protocol: string, jar: { cookie: string }) {
  // The prefix keeps other hosts of the same domain from setting this cookie.
  const prefix = protocol === 'https:' ? '__Host-' : ''
  const attributes = `path=/; samesite=strict${protocol === 'https:' ? '; secure' : ''}`

  /** Uses `max-age`, which doesn't depend on the device's date: the browser counts from now on. */
  const write = (name: string, value: string, seconds: number) => {
    jar.cookie = `${prefix}${name}=${value}; max-age=${seconds}; ${attributes}`
  }
  // Read the cookies once: each access asks another process of the browser.
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
    /**
     * `wasAway` is stored for every tab until somebody signs in. A later call without it, by a tab that only finds the session
     * gone, leaves it in place.
     */
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
