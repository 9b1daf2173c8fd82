import { areShortcutsOn } from '../lib/browser/shortcuts-choice.ts'

/** What was typed behind `/` before the field that it is for had come. */
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

/** Whoever knows the keys types at once: nothing of it is lost while the search is on its way. */
export const listenForSearch = () => document.addEventListener('keydown', note)

/** What was typed for the search, if anything; from now on it listens by itself. */
export function takeTyped() {
  document.removeEventListener('keydown', note)
  const taken = typed
  typed = undefined
  return taken
}
