import { withStorage } from '../browser/with-storage.ts'

const place = 'carelane-used'

/** When the app was last used before this tab was loaded, in milliseconds since 1970; NaN if no tab has noted it. */
const usedBefore = Number.parseInt(withStorage(() => localStorage.getItem(place), null) ?? '', 10)

/** Returns for how long no one had used the app when this tab was loaded; 0 if that is not known. */
export const idleMsBeforeThisPage = () => (Number.isNaN(usedBefore) ? 0 : Math.max(0, loadedAt - usedBefore))

const loadedAt = Date.now()

/** When this tab was loaded or last used, by `Date.now`, which keeps running while the device sleeps; `performance.now` may not. */
let usedHere = loadedAt

/**
 * Returns when someone last pressed a pointer or a key in any tab of this browser or loaded this tab, in milliseconds since 1970.
 * Other tabs tell this tab of their use only now and then.
 */
export function lastUseTime(): number {
  const elsewhere = Number(withStorage(() => localStorage.getItem(place), null))
  return elsewhere <= Date.now() ? Math.max(usedHere, elsewhere) : usedHere
}

/** A tab tells the other tabs at most this often that it is in use. */
const storedEveryMs = 5_000

let storedAt = 0

function use() {
  usedHere = Date.now()
  if (usedHere - storedAt <= storedEveryMs) return
  storedAt = usedHere
  withStorage(() => localStorage.setItem(place, String(usedHere)), undefined)
}

/** Watches the pointer and the keyboard, for `lastUseTime`. */
export function installLastUse() {
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, use, { capture: true, passive: true })
}
