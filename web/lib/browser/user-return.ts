/** The next use of a window that no one has used for this long counts as a return of the user. */
const restMs = 5 * 60_000

let usedAt = performance.now()
let isDragging = false
const listeners = new Set<() => void>()

const isResting = () => performance.now() - usedAt > restMs

function use(isReturn = isResting()) {
  usedAt = performance.now()
  if (isReturn) for (const listener of listeners) listener()
}

/**
 * Records that the user is using the window and is not dragging. The events that it handles don't fire during a drag, so any of
 * them shows that a drag has ended; `dragend` alone is not enough, because it never fires if the dragged element was removed
 * meanwhile.
 */
function useByHand() {
  isDragging = false
  use()
}

/** Watches whether the user is using the window, for `mayPollNow` and `onUserReturn`. */
export function installUserReturn() {
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(event, useByHand, { capture: true, passive: true })
  addEventListener('dragstart', () => {
    isDragging = true
  })
  addEventListener('dragend', useByHand)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') use(true)
  })
}

/**
 * Returns true if the user is dragging or pressing something, or has a dialog, menu or list open. The rows must not change then.
 */
const isBusy = () =>
  isDragging ||
  document.querySelector('dialog[open], [aria-expanded=true], :active:is(button, input, select, tr, li)') !== null

/**
 * Returns true if the window is visible and the user is not in the middle of an action. A phone in its holder and a screen on the
 * wall are looked at without being touched, so only a hidden window rests.
 */
export const mayPollNow = () => document.visibilityState === 'visible' && !isBusy()

/** Calls `listener` when the user comes back to a window that was idle or hidden. Returns a function that removes the listener. */
export function onUserReturn(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
