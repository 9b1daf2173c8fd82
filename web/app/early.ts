import { sessionPaths } from '#shared/api/first-paths.ts'
import { askEarly } from '../lib/api/early-calls.ts'
import { pathOf } from '../lib/api/path-of.ts'
import { tokens } from '../lib/session/tokens.ts'
import { openingOf } from './opening.ts'

// This file runs while the entry is still on its way: the documents name it before all others.

// Rows that are drawn before their font has loaded would jump when it does.
void document.fonts.load('1em Inter Variable')
void tokens.read().then(({ access }) => {
  if (!access) return
  askEarly(Object.values(sessionPaths), access)
  const { page, opened } = openingOf(access, location) ?? {}
  const calls = (opened && page?.asks?.(opened)) ?? []
  askEarly(
    calls.flatMap(([path, input]) => (input ? pathOf(path, input) : [])),
    access,
  )
  // A browser formats its first date as slowly as it draws a whole screen. Nobody waits for this one.
  new Date().toLocaleString()
})
