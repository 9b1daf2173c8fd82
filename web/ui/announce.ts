import { openDialogs } from './open-dialogs.ts'

/** How long a live region stands empty before its first words. Screen readers announce what enters a region that they know. */
export const standingMs = 150

const shownMs = 5_000

type Urgency = 'polite' | 'assertive'

/** Whether the same words are announced anyway: by a visible alert or status, or as the description of the field in focus. */
export function isSaid(text: string, place: Element) {
  const field = document.activeElement?.matches('[aria-invalid=true]') ? document.activeElement : undefined
  const described = field?.getAttribute('aria-describedby')?.split(' ') ?? []
  return [...place.querySelectorAll('[role=alert], [role=status]')]
    .concat(described.flatMap((id) => document.getElementById(id) ?? []))
    .some((said) => said.checkVisibility() && said.textContent.includes(text))
}

/** Announces `text`, inside the topmost dialog if one is open: a screen reader hears nothing from outside a modal dialog. */
export function announce(text: string, urgency: Urgency = 'polite') {
  setTimeout(() => {
    const place = openDialogs.topmost() ?? document.body
    const region = place.querySelector(`:scope > [aria-live=${urgency}]`)
    if (!region || performance.now() - openDialogs.changedAt() < standingMs) return announce(text, urgency)
    if (isSaid(text, place)) return
    const words = document.createElement('p')
    words.textContent = text
    region.append(words)
    setTimeout(() => words.remove(), shownMs)
  }, standingMs)
}
