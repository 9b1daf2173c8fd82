import { useEffect, useEffectEvent } from 'react'
import { watchHistory } from './history-gate.ts'

interface Layer {
  back: () => void
}

/** What lies over the page, the topmost last. While there is any, the current entry of the history is one of ours. */
const layers: Layer[] = []
const mark = 'layer'
let stopWatching: (() => void) | undefined
/** Our entry is being left because no layer needs it any more. */
let isLeaving = false

const isOurs = () => typeof history.state === 'object' && history.state !== null && mark in history.state

function addEntry() {
  if (!isOurs()) history.pushState({ ...history.state, [mark]: true }, '')
}

function stop() {
  stopWatching?.()
  stopWatching = undefined
}

function popped(event: PopStateEvent) {
  event.stopImmediatePropagation()
  const wasLeaving = isLeaving
  isLeaving = false
  if (layers.length === 0) return stop()
  addEntry()
  if (!wasLeaving) layers.at(-1)?.back()
}

function add(layer: Layer) {
  layers.push(layer)
  stopWatching ??= watchHistory(popped)
  if (!isLeaving) addEntry()
}

function remove(layer: Layer) {
  layers.splice(layers.indexOf(layer), 1)
  // Layers that are replaced by others, or that go together, cost one step.
  setTimeout(() => {
    if (layers.length > 0 || isLeaving) return
    // The page was left, and its entry is another one.
    if (!isOurs()) return stop()
    isLeaving = true
    history.back()
  })
}

/** Has Back call `back`, in place of leaving the page, as long as `isOpen` and nothing that opened later lies above. */
export function useBackLayer(back: () => void, isOpen = true) {
  const onBack = useEffectEvent(back)
  useEffect(() => {
    if (!isOpen) return
    const layer: Layer = { back: () => onBack() }
    add(layer)
    return () => remove(layer)
  }, [isOpen])
}
