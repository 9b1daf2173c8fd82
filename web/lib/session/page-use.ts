import { withStorage } from '../browser/with-storage.ts'

const place = 'carelane-used'

/** When this tab was last used, by `Date.now`: it keeps running while the device sleeps, but `performance.now` may not. */
let usedHere = Date.now()

/** Returns when somebody last used a pointer or a key in any tab of this browser, in milliseconds since 1970. */
export function lastUseTime(): number {
  const elsewhere = Number(withStorage(() => localStorage.getItem(place), null))
  return elsewhere <= Date.now() ? Math.max(usedHere, elsewhere) : usedHere
}

/** A tab tells the other tabs at most this often that it is in use. */
const toldEveryMs = 5_000

let toldAt = 0

function use() {
  usedHere = Date.now()
  if (usedHere - toldAt <= toldEveryMs) return
  toldAt = usedHere
  withStorage(() => localStorage.setItem(place, String(usedHere)), undefined)
}
for (const event of ['pointerdown', 'keydown']) addEventListener(event, use, { capture: true, passive: true })
