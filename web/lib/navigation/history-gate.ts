/** Returns true to hide this history change from the gates and the router. */
type LayerGate = (event: PopStateEvent) => boolean
type Gate = (event: PopStateEvent) => void

/** The last gate belongs to the topmost form, such as a dialog's form over the page's form. */
const gates: Gate[] = []
let layerGate: LayerGate | undefined

// A window calls its listeners in the order of their registration. The page's entry imports this file first, so that the gates are
// called for Back and Forward before the router is.
addEventListener('popstate', (event) => {
  if (layerGate?.(event)) event.stopImmediatePropagation()
  else gates.at(-1)?.(event)
})

/** Calls `next` at every history change, before the gates, so that a layer over the page closes before the page is left. */
export function watchForLayers(next: LayerGate) {
  layerGate = next
}

/**
 * Calls `next` at every history change, before the router is told, so that `next` can hide the change from the router. Returns a
 * function that removes `next`.
 */
export function watchHistory(next: Gate) {
  gates.push(next)
  return () => {
    gates.splice(gates.indexOf(next), 1)
  }
}

/**
 * The position of an entry in the history, as React Router counts it in an undocumented field of the entry's state. The platform's
 * own `navigation.currentEntry.index` does not exist in Firefox 125 and Safari 17.5, which the build supports.
 */
export const historyIndex = (state: unknown) =>
  typeof state === 'object' && state && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined
