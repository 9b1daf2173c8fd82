import { useSyncExternalStore } from 'react'
import { createListeners } from '../lib/browser/listeners.ts'
import { withStorage } from '../lib/browser/with-storage.ts'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'carelane-theme'
const { notify, subscribe } = createListeners()

const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark' || value === 'system'

function read(): Theme {
  const stored = withStorage(() => localStorage.getItem(storageKey), null)
  return isTheme(stored) ? stored : 'system'
}

/** Puts the chosen scheme onto the page; the system's own needs no mark. */
export function applyTheme() {
  const theme = read()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function choose(theme: Theme) {
  withStorage(() => localStorage.setItem(storageKey, theme), undefined)
  applyTheme()
  notify()
}

/** The chosen scheme, and how to choose another; this browser remembers it. */
export const useTheme = () => [useSyncExternalStore(subscribe, read), choose] as const
