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

/** Applies the chosen colour scheme to the page. For the system's own scheme, the page needs no attribute. */
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

/** Returns the chosen colour scheme and a function to choose another. The browser remembers the choice. */
export const useTheme = () => [useSyncExternalStore(subscribe, read), choose] as const
