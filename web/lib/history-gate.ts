/** Returns whether the gates and the router are to hear nothing of the move. */
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

/** Lets `next` see every move through the history before the gates do: what lies over the page closes before the page is left. */
export function watchForLayers(next: LayerGate) {
  layerGate = next
}

/** Lets `next` see every move through the history first, and hide it from the router. Returns how to stop. */
export function watchHistory(next: Gate) {
  gates.push(next)
  return () => {
    gates.splice(gates.indexOf(next), 1)
  }
}

/** The router's count of an entry. */
export const indexOf = (state: unknown) =>
  typeof state === 'object' && state && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined
