/** Handles Back and Forward while a layer such as a dialog may be open. Returns true to hide the event from gates and router. */
type LayerGate = (event: PopStateEvent) => boolean
type Gate = (event: PopStateEvent) => void

/** Only the last gate is called. It belongs to the topmost form, such as a dialog's form over the page's form. */
const gates: Gate[] = []
let layerGate: LayerGate | undefined

// A window calls its listeners in the order of their registration. `app/main.tsx` imports this file before the router, so that this
// listener is called for Back and Forward before the router's, and can keep the router from seeing them.
addEventListener('popstate', (event) => {
  if (layerGate?.(event)) event.stopImmediatePropagation()
  else gates.at(-1)?.(event)
})

/** Calls `next` at every Back or Forward, before the gates, so that Back closes an open dialog instead of leaving the page. */
export function setLayerGate(next: LayerGate) {
  layerGate = next
}

/**
 * Calls `next` before the router at every Back or Forward that the layer gate does not hide, so that `next` can hide the event from
 * the router. If another gate was added later, only that gate is called. Returns a function that removes `next`.
 */
export function addHistoryGate(next: Gate) {
  gates.push(next)
  return () => {
    gates.splice(gates.indexOf(next), 1)
  }
}

/**
 * Returns the position of a history entry, which React Router stores in an undocumented field of the entry's `state`; undefined if
 * it is not there. The browser's own `navigation.currentEntry.index` does not exist in Firefox 125 and Safari 17.5, which the build
 * supports.
 */
export const historyIndex = (state: unknown) =>
  typeof state === 'object' && state && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined
