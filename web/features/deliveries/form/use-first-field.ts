import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first field of a form once `isThere` is true, and again for each new `round`, unless the user is moving along the
 * page's tabs by keyboard. If the patient picker comes first but is still loading, it takes the focus itself. Returns the ref for
 * the element around the form.
 */
export function useFirstFieldFocus(isThere: boolean, round: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each round, which is a new form
  useEffect(() => {
    const isOnTabs = document.activeElement?.matches('[role=tab]:focus-visible')
    const picker = box.current?.querySelector('[data-picker]')
    if (!isThere || isOnTabs || (picker && !picker.querySelector('input, button'))) return
    box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [isThere, round])
  return box
}
