import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'carelane-theme'
const listeners = new Set<() => void>()

const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark' || value === 'system'

function read(): Theme {
  const stored = localStorage.getItem(storageKey)
  return isTheme(stored) ? stored : 'system'
}

/** Puts the chosen scheme onto the page; the system's own needs no mark. */
export function applyTheme() {
  const theme = read()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function choose(theme: Theme) {
  localStorage.setItem(storageKey, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The chosen scheme, and how to choose another; this browser remembers it. */
export const useTheme = () => [useSyncExternalStore(subscribe, read), choose] as const
