/** A window that nobody has touched for so long is not looked at. */
const restMs = 5 * 60_000

let usedAt = performance.now()
const listeners = new Set<() => void>()

const isResting = () => performance.now() - usedAt > restMs

function use() {
  const wasResting = isResting()
  usedAt = performance.now()
  if (wasResting) for (const listener of listeners) listener()
}
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  addEventListener(event, use, { capture: true, passive: true })
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') use()
})

/** Whether this window is in sight, and was used in the last five minutes. */
export const isInUse = () => document.visibilityState === 'visible' && !isResting()

/** Calls `listener` when somebody comes back to a window that was at rest. */
export function onReturn(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
