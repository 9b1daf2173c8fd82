import { useEffect, useEffectEvent } from 'react'
import { indexOf, watchForLayers } from './history-gate.ts'

interface Layer {
  back: () => void
}

/** What lies over the page, the topmost last. While there is any, the current entry of the history is one of ours. */
const layers: Layer[] = []
const mark = 'layer'

const isOurs = () => typeof history.state === 'object' && history.state !== null && mark in history.state

/**
 * The router's index of the page over whose entry ours lies. Ours stays when the layers have closed: leaving it takes a moment,
 * in which a page that opens would be taken back. It serves the next layer, and Back passes over it.
 */
let covered = isOurs() ? indexOf(history.state) : undefined

function addEntry() {
  covered = indexOf(history.state)
  if (!isOurs()) history.pushState({ ...history.state, [mark]: true }, '')
}

watchForLayers((event) => {
  if (layers.length > 0) {
    addEntry()
    closeTopLayer()
    return true
  }
  if (isOurs()) {
    covered = indexOf(event.state)
    return false
  }
  const isPassing = covered !== undefined && covered === indexOf(event.state)
  covered = undefined
  if (isPassing) history.back()
  return isPassing
})

export const hasLayers = () => layers.length > 0

/** Does what Back does while something lies over the page. */
export const closeTopLayer = () => layers.at(-1)?.back()

/** Has Back call `back`, in place of leaving the page, as long as `isOpen` and nothing that opened later lies above. */
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
