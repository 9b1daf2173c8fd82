import { areShortcutsOn } from '../lib/browser/shortcuts-choice.ts'

/** The characters typed after `/` before the search field had loaded; undefined if `/` was not typed. */
let typed: string | undefined

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

function note(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (ctrlKey || metaKey || altKey || isTyping(target)) return
  const isFirst = typed === undefined
  if (isFirst ? key !== '/' || !areShortcutsOn() : key.length > 1) return
  event.preventDefault()
  typed = isFirst ? '' : typed + key
}

/** From a `/` on, records the characters that are typed while the search field is loading, so that fast typists lose none. */
export const recordSearchKeys = () => document.addEventListener('keydown', note)

/** Returns the characters that were recorded, or undefined if `/` was not typed, and stops recording. */
export function takeTypedSearchText() {
  document.removeEventListener('keydown', note)
  const taken = typed
  typed = undefined
  return taken
}
