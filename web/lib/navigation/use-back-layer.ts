import { useEffect, useEffectEvent } from 'react'
import { historyIndex, setLayerGate } from './history-gate.ts'

interface Layer {
  back: () => void
}

/**
 * The layers over the page that Back closes, such as dialogs and the camera; the topmost is last. While a layer is open, the
 * current history entry is one that `addEntry` pushed.
 */
const layers: Layer[] = []
const mark = 'layer'

const isOurs = () => typeof history.state === 'object' && history.state !== null && mark in history.state

/**
 * The router's index of the page below the history entry that `addEntry` pushed; undefined if there is no such entry. The entry
 * stays when all layers have closed, because going back takes a moment and would undo a navigation made meanwhile. The next layer
 * reuses the entry, and Back skips it.
 */
let covered = isOurs() ? historyIndex(history.state) : undefined

function addEntry() {
  covered = historyIndex(history.state)
  if (!isOurs()) history.pushState({ ...history.state, [mark]: true }, '')
}

setLayerGate((event) => {
  if (layers.length > 0) {
    addEntry()
    closeTopLayer()
    return true
  }
  if (isOurs()) {
    covered = historyIndex(event.state)
    return false
  }
  const isPassing = covered !== undefined && covered === historyIndex(event.state)
  covered = undefined
  if (isPassing) history.back()
  return isPassing
})

export const hasLayers = () => layers.length > 0

/** Calls the `back` function of the topmost layer, as the browser's Back does. */
export const closeTopLayer = () => layers.at(-1)?.back()

/** While `isOpen` is true, the browser's Back calls `back` instead of leaving the page, unless a layer opened later is on top. */
export function useBackLayer(back: () => void, isOpen = true) {
  const onBack = useEffectEvent(back)
  useEffect(() => {
    if (!isOpen) return
    const layer: Layer = { back: () => onBack() }
    layers.push(layer)
    addEntry()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [isOpen])
}
