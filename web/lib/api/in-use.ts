/** A window that nobody has touched for so long is not looked at. */
const restMs = 5 * 60_000

let usedAt = performance.now()
let isDragging = false
const listeners = new Set<() => void>()

const isResting = () => performance.now() - usedAt > restMs

function use(isReturn = isResting()) {
  usedAt = performance.now()
  if (isReturn) for (const listener of listeners) listener()
}

/** Also ends a drag: none of these is told while something is dragged, nor is the end of what has lost its place meanwhile. */
function useByHand() {
  isDragging = false
  use()
}
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  addEventListener(event, useByHand, { capture: true, passive: true })
addEventListener('dragstart', () => {
  isDragging = true
})
addEventListener('dragend', useByHand)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') use(true)
})

/** Something is being chosen, pressed, moved or filled in: what lies below stays as it is. */
const isBusy = () =>
  isDragging ||
  document.querySelector('dialog[open], [aria-expanded=true], :active:is(button, input, select, tr, li)') !== null

/** Whether this window is in sight and was used in the last five minutes, and a reading now would disturb nothing. */
export const mayRead = () => document.visibilityState === 'visible' && !isResting() && !isBusy()

/** Calls `listener` when somebody comes back to a window that was at rest or out of sight. */
export function onReturn(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
