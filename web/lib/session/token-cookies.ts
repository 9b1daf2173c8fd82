import type { TokenPair } from '#shared/model/account.ts'
import type { HeldTokens } from '../api/caller.ts'

const daySeconds = 86_400

/**
 * Reads and writes the token cookies of a document on a page with this protocol, `https:` or `http:`. Scripts may read the cookies,
 * because the server authorises a request by its bearer header alone.
 */
export function tokenCookies(protocol: string, jar: { cookie: string }) {
  // The prefix keeps other hosts of the same domain from setting this cookie.
  const prefix = protocol === 'https:' ? '__Host-' : ''
  const attributes = `path=/; samesite=strict${protocol === 'https:' ? '; secure' : ''}`

  /** Uses `max-age`, which doesn't depend on the device's date: the browser counts from now on. */
  const write = (name: string, value: string, seconds: number) => {
    jar.cookie = `${prefix}${name}=${value}; max-age=${seconds}; ${attributes}`
  }
  // Read all cookies once, because each access asks another process of the browser.
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
     * Removes the tokens. `wasAway` is stored for all tabs until somebody signs in. If another tab then calls this without
     * `wasAway`, the stored value stays.
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
