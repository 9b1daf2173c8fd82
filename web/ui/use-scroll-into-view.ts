import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for an element that scrolls into view when `shown` changes, because a form or a dialog may be longer than the
 * screen. It scrolls to the middle, because a dialog's head and buttons cover its edges.
 */
export function useScrollIntoView(shown: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In newer browsers `scrollIntoView` returns a promise. Nothing waits for it, and an effect must not return it.
    if (shown) void ref.current?.scrollIntoView({ block: 'center' })
  }, [shown])
  return ref
}
