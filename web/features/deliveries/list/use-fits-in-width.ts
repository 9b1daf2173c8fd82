import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns a ref for a box, and whether the wide form of the box's content fits. If it does not fit, the caller shows a narrow form
 * until the box is as wide as the wide form was. A media query is not enough, because long names or widely spaced text need more
 * room.
 */
export function useFitsInWidth(): { box: RefObject<HTMLDivElement | null>; fits: boolean } {
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
