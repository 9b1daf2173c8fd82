import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether the content of `box` fits into its width. Content that did not fit is tried again once there is as much room as it
 * needed. The width of the window alone does not tell: a table of long names or of widely spaced text needs more.
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
