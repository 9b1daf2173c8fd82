import { useEffect, useEffectEvent } from 'react'
import { isInUse, onReturn } from './in-use.ts'

const everyMs = 30_000

/** Something is being chosen or moved: what it is chosen from stays as it is. */
const isBusy = () =>
  document.querySelector('[aria-expanded=true][role=combobox], :active:is(button, input, select, tr, li)') !== null

/** Reads again what a screen shows while somebody looks at it, and when they come back to it. */
export function useLive(read: () => unknown) {
  const readNow = useEffectEvent(() => {
    if (isInUse() && !isBusy()) read()
  })
  useEffect(() => {
    const timer = setInterval(readNow, everyMs)
    const stop = onReturn(readNow)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
}
