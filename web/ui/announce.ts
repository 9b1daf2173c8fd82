import { isShown } from '../lib/browser/is-shown.ts'
import { dialogStack } from './open-dialogs.ts'

/**
 * How long a live region stays empty before its first text, in milliseconds. Screen readers only announce changes of a region that
 * they already know.
 */
export const liveRegionDelayMs = 150

const shownMs = 5_000

type Urgency = 'polite' | 'assertive'

/**
 * Returns true if something else announces the text anyway: a visible alert or status within `place`, or the description of the
 * focused invalid field.
 */
export function isAnnouncedElsewhere(text: string, place: Element) {
  const field = document.activeElement?.matches('[aria-invalid=true]') ? document.activeElement : undefined
  const described = field?.getAttribute('aria-describedby')?.split(' ') ?? []
  return [...place.querySelectorAll('[role=alert], [role=status]')]
    .concat(described.flatMap((id) => document.getElementById(id) ?? []))
    .some((region) => isShown(region) && region.textContent.includes(text))
}

/**
 * Announces `text` to screen readers, unless something else on the screen announces it. It is written into the topmost dialog if
 * one is open, because screen readers ignore everything outside a modal dialog.
 */
export function announce(text: string, urgency: Urgency = 'polite') {
  setTimeout(() => {
    const place = dialogStack.topmost() ?? document.body
    const region = place.querySelector(`:scope > [aria-live=${urgency}]`)
    if (!region || performance.now() - dialogStack.changedAt() < liveRegionDelayMs) return announce(text, urgency)
    if (isAnnouncedElsewhere(text, place)) return
    const words = document.createElement('p')
    words.textContent = text
    region.append(words)
    setTimeout(() => words.remove(), shownMs)
  }, liveRegionDelayMs)
}
