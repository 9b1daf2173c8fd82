import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for an element that scrolls into view when `shown` changes, for a message that a long form or dialog would show where
 * the user does not look. It scrolls to the middle, because the head and the buttons of a dialog cover its edges.
 */
export function useScrollIntoView<E extends Element>(shown: unknown): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    // In newer browsers `scrollIntoView` returns a promise. Nothing waits for it, and an effect must not return it.
    if (shown) void ref.current?.scrollIntoView({ block: 'center' })
  }, [shown])
  return ref
}
