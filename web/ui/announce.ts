import { openDialogs } from './open-dialogs.ts'

/** A screen reader reads words that come into a region which it knows already: so long it has to stand empty. */
export const standingMs = 150

const shownMs = 5_000

type Urgency = 'polite' | 'assertive'

/** Whether the same words are read out anyway: as an alert or a status in sight, or with the invalid field that has the focus. */
export function isSaid(text: string, place: Element) {
  const field = document.activeElement?.matches('[aria-invalid=true]') ? document.activeElement : undefined
  const described = field?.getAttribute('aria-describedby')?.split(' ') ?? []
  return [...place.querySelectorAll('[role=alert], [role=status]')]
    .concat(described.flatMap((id) => document.getElementById(id) ?? []))
    .some((said) => said.checkVisibility() && said.textContent.includes(text))
}

/** Has `text` read out, in the dialog on top where one is open: what lies outside of it is out of reach by ear, too. */
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
