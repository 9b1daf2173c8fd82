import { CookieStorage } from 'aws-amplify/utils'
import type { TokenPair } from '#shared/model/account.ts'
import type { HeldTokens } from './caller.ts'

/**
 * The cookies of a page of this protocol: `https:` or `http:`. Cookies that scripts read: a request never carries its rights without
 * the bearer header.
 */
export function tokenCookies(protocol: string) {
  /** `expires` counts days. */
  const cookies = (expires: number) =>
    new CookieStorage({ path: '/', expires, sameSite: 'strict', secure: protocol === 'https:' })
  const accessCookie = { name: 'access_token', storage: cookies(1) }
  const refreshCookie = { name: 'refresh_token', storage: cookies(7) }

  return {
    async read(): Promise<HeldTokens> {
      return {
        access: (await accessCookie.storage.getItem(accessCookie.name)) ?? undefined,
        refresh: (await refreshCookie.storage.getItem(refreshCookie.name)) ?? undefined,
      }
    },
    async store({ access_token, refresh_token }: TokenPair) {
      await accessCookie.storage.setItem(accessCookie.name, access_token)
      await refreshCookie.storage.setItem(refreshCookie.name, refresh_token)
    },
    async clear() {
      await accessCookie.storage.removeItem(accessCookie.name)
      await refreshCookie.storage.removeItem(refreshCookie.name)
    },
  }
}
