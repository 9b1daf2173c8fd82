import { useEffect, useEffectEvent } from 'react'

interface Layer {
  back: () => void
}

/**
 * What Back closes instead of leaving the page: unsaved work, dialogs, the camera. The topmost is last. While there is a layer, the
 * current history entry is one that `addEntry` pushed over the page's own entry.
 */
const layers: Layer[] = []

/**
 * The id that the page's entry and the entry over it have in common; undefined if there is no entry over the page. That entry stays
 * when all layers have closed, because going back takes a moment and would undo a navigation made meanwhile. The next layer reuses
 * it, and Back skips it.
 */
let covered: unknown

/** If true, the next change of the history leaves the page, although there may still be a layer. */
let isLeaving = false

const stateNow = (): { coveredAs?: unknown; covers?: unknown } => Object(history.state)

function addEntry() {
  covered = stateNow().covers
  if (covered !== undefined) return
  covered = stateNow().coveredAs ?? crypto.randomUUID()
  // The router finds its own fields in both entries, so that it sees no change between them.
  history.replaceState({ ...history.state, coveredAs: covered }, '')
  history.pushState({ ...history.state, coveredAs: undefined, covers: covered }, '')
}

/** Handles a Back or Forward. Returns true to hide it from the router. */
function onPop(): boolean {
  const { covers, coveredAs } = stateNow()
  if (isLeaving) {
    isLeaving = false
    covered = covers
    return false
  }
  if (layers.length > 0) {
    addEntry()
    closeTopLayer()
    return true
  }
  const isSkipped = covered !== undefined && covered === coveredAs
  covered = covers
  if (isSkipped) history.back()
  return isSkipped
}

/**
 * Makes Back close layers. A window calls its listeners in the order of their registration, so this must be called before the
 * router is rendered.
 */
export function installBackLayers() {
  covered = stateNow().covers
  addEventListener('popstate', (event) => {
    if (onPop()) event.stopImmediatePropagation()
  })
}

/** Calls the `back` function of the topmost layer, as the browser's Back does. */
export const closeTopLayer = () => layers.at(-1)?.back()

/** Leaves the page for the one before it, without calling a layer. */
export function leaveByBack() {
  isLeaving = true
  history.go(-2)
}

/** While `isOpen` is true, the browser's Back calls `back` instead of leaving the page, unless a layer opened later is on top. */
export function useBackLayer(back: () => void, isOpen = true, place: 'top' | 'bottom' = 'top') {
  const onBack = useEffectEvent(back)
  useEffect(() => {
    if (!isOpen) return
    const layer: Layer = { back: () => onBack() }
    if (place === 'top') layers.push(layer)
    else layers.unshift(layer)
    addEntry()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [isOpen, place])
}
