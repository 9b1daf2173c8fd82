import { withStorage } from '../browser/with-storage.ts'

const place = 'carelane-used'

/** By a clock that goes on while the device sleeps. */
let usedHere = Date.now()

/** The last pointer or key of this browser, in whichever tab; milliseconds. */
export function lastUse(): number {
  const elsewhere = Number(withStorage(() => localStorage.getItem(place), null))
  return elsewhere <= Date.now() ? Math.max(usedHere, elsewhere) : usedHere
}

/** Tabs tell each other of their use so often. */
const toldEveryMs = 5_000

function use() {
  const now = Date.now()
  if (now - usedHere > toldEveryMs) withStorage(() => localStorage.setItem(place, String(now)), undefined)
  usedHere = now
}
for (const event of ['pointerdown', 'keydown']) addEventListener(event, use, { capture: true, passive: true })
