import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether what lies in `box` fits into its width. What did not is left out until there is room for as much: a table of long
 * names or of widely spaced text needs more than any width of the window tells.
 */
export function useRoom(): { box: RefObject<HTMLDivElement | null>; fits: boolean } {
  const box = useRef<HTMLDivElement>(null)
  const [given, setGiven] = useState(Number.POSITIVE_INFINITY)
  const [needed, setNeeded] = useState(0)
  const fits = given >= needed

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const width = element.firstElementChild?.getBoundingClientRect().width ?? 0
      setGiven(element.clientWidth)
      if (width > element.clientWidth) setNeeded(width)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return { box, fits }
}
