import { signedInFirstPaths } from '#shared/api/first-paths.ts'
import { callEarly } from '../lib/api/early-calls.ts'
import { fillPath } from '../lib/api/fill-path.ts'
import { pageTokenCookies } from '../lib/session/tokens.ts'
import { findOpenedPage } from './opened-page.ts'

// This file runs while the main script is still loading, because every HTML document of the app names it before all other scripts.

// Load the font early: table rows that are drawn without it would jump when it arrives.
void document.fonts.load('1em Inter Variable')
void pageTokenCookies.read().then(({ access }) => {
  if (!access) return
  callEarly(Object.values(signedInFirstPaths), access)
  const { page, opened } = findOpenedPage(access, location) ?? {}
  const calls = (opened && page?.asks?.(opened)) ?? []
  callEarly(
    calls.flatMap(([path, input]) => (input ? fillPath(path, input) : [])),
    access,
  )
  // Formatting the first date takes a browser as long as rendering a whole screen. Do it now, while nobody is waiting.
  new Date().toLocaleString()
})
