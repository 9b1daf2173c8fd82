import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `leave` when the user presses or focuses something outside of `root` while `isOpen` is true. */
export function useOutsidePressOrFocus(root: RefObject<Element | null>, isOpen: boolean, leave: () => void) {
  const onLeave = useEffectEvent(leave)
  useEffect(() => {
    if (!isOpen) return
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) onLeave()
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [root, isOpen])
}
