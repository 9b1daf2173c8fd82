import { useEffect, useEffectEvent } from 'react'

const everyMs = 30_000

/** Something is being chosen or moved: what it is chosen from stays as it is. */
const isBusy = () =>
  document.querySelector('[aria-expanded=true][role=combobox], :active:is(button, input, select, tr, li)') !== null

/** Not needed to show anything. */
const loadUse = () => import('./in-use.ts')

/** Reads again what a screen shows while somebody looks at it, and when they come back to it. */
export function useLive(read: () => unknown) {
  const readNow = useEffectEvent(() => {
    if (!isBusy()) read()
  })
  useEffect(() => {
    const ends: (() => void)[] = []
    let isOver = false
    void loadUse().then(
      ({ isInUse, onReturn }) => {
        if (isOver) return
        const poll = () => {
          if (isInUse()) readNow()
        }
        const timer = setInterval(poll, everyMs)
        ends.push(() => clearInterval(timer), onReturn(poll))
      },
      // What is shown is not live then; Refresh is there.
      () => undefined,
    )
    return () => {
      isOver = true
      for (const end of ends) end()
    }
  }, [])
}
