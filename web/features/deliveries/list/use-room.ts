import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether the content of `box` fits into its width. Content that did not fit is tried again once there is as much room as it
 * needed. The width of the window alone does not tell: a table of long names or of widely spaced text needs more.
 */
export function useRoom(): { box: RefObject<HTMLDivElement | null>; fits: boolean } {
  const box = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(true)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let needed = 0
    const measure = () => {
      const given = element.clientWidth
      const width = element.firstElementChild?.getBoundingClientRect().width ?? 0
      if (width > given) needed = width
      setFits(given >= needed)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return { box, fits }
}
