import type { TokenPair } from '#shared/model/account.ts'
import type { HeldTokens } from '../api/caller.ts'

const daySeconds = 86_400

/**
 * Returns functions that read and write the token cookies of a document. `protocol` is its page's `https:` or `http:`. The cookies
 * are readable by scripts, because the server authorises a request only by its bearer header, which a script must set.
 */
export function createTokenCookies(protocol: string, jar: { cookie: string }) {
  // With the prefix `__Host-`, browsers don't let other hosts of the same domain set these cookies.
  const prefix = protocol === 'https:' ? '__Host-' : ''
  const attributes = `path=/; samesite=strict${protocol === 'https:' ? '; secure' : ''}`

  /** Writes a cookie. Its `max-age` counts from now and so doesn't depend on the device's date, which may be wrong. */
  const write = (name: string, value: string, seconds: number) => {
    jar.cookie = `${prefix}${name}=${value}; max-age=${seconds}; ${attributes}`
  }
  // Read `jar.cookie` only once, because each access to it asks another process of the browser.
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
     * Removes the tokens. If `wasAway` is true, this is stored for all tabs until someone signs in, for at most a day. A later
     * call with false, such as another tab's, does not remove it.
     */
    async clear(wasAway = false) {
      if (wasAway) write('signed_out', 'away', daySeconds)
      write('access_token', '', 0)
      write('refresh_token', '', 0)
    },
    /** Tests whether this browser keeps cookies, by writing one. */
    async areStored() {
      write('cookies_kept', 'yes', daySeconds)
      const isPersistent = all()('cookies_kept') === 'yes'
      write('cookies_kept', '', 0)
      return isPersistent
    },
  }
}
