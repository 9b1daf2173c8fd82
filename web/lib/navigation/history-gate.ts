/** Returns true to hide a move through the history from the gates and the router. */
type LayerGate = (event: PopStateEvent) => boolean
type Gate = (event: PopStateEvent) => void

/** The last gate belongs to what is on top, such as a dialog's form over the page's form. */
const gates: Gate[] = []
let layerGate: LayerGate | undefined

// A window calls its listeners in the order of their registration. The page's entry imports this file first, so that the
// gates see Back and Forward before the router does.
addEventListener('popstate', (event) => {
  if (layerGate?.(event)) event.stopImmediatePropagation()
  else gates.at(-1)?.(event)
})

/** Calls `next` at every move through the history, before the gates: a layer over the page closes before the page is left. */
export function watchForLayers(next: LayerGate) {
  layerGate = next
}

/** Calls `next` at every move through the history, before the router, from which it may hide the move. Returns a function that ends this. */
export function watchHistory(next: Gate) {
  gates.push(next)
  return () => {
    gates.splice(gates.indexOf(next), 1)
  }
}

/**
 * The position of an entry in the history, as React Router counts it in a field of the entry's state that it does not document.
 * The platform's own `navigation.currentEntry.index` is unknown to Firefox 125 and Safari 17.5, which the build supports.
 */
export const indexOf = (state: unknown) =>
  typeof state === 'object' && state && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined
