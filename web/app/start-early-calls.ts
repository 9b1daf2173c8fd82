import { signedInFirstPaths } from '#shared/api/first-paths.ts'
import { callEarly, isUsable } from '../lib/api/early-calls.ts'
import { fillPath } from '../lib/api/fill-path.ts'
import { loadFont } from '../lib/browser/load-font.ts'
import { pageTokenCookies } from '../lib/session/tokens.ts'
import { findOpenedPage } from './opened-page.ts'

// This file runs while the main script is still loading, because every HTML document of the app names it before all other scripts.

void loadFont()
void pageTokenCookies.read().then(({ access, refresh }) => {
  // The first call of a page with an expired token renews the token, which cannot be done early.
  if (refresh && !(access && isUsable(access))) void import('../lib/api/amplify-transport.ts').catch(() => undefined)
  if (!access) return
  callEarly(Object.values(signedInFirstPaths), access)
  const { page, opened } = findOpenedPage(access, location) ?? {}
  const calls = (opened && page?.asks?.(opened)) ?? []
  callEarly(
    calls.flatMap(([path, input]) => (input ? fillPath(path, input) : [])),
    access,
  )
  // Formatting the first date takes a browser as long as rendering a whole screen. Do it now, while no one is waiting.
  new Date().toLocaleString()
})
