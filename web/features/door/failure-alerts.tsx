import { type RefObject, useEffect, useRef } from 'react'
import { FormAlert } from '../../ui/form-alert.tsx'
import styles from './completion.module.css'

/**
 * Returns a ref for an element that scrolls into view when `shown` changes, because the dialog may be longer than the screen. It
 * scrolls to the middle, because the dialog's head and buttons cover its edges.
 */
export function useScrollIntoView(shown: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In newer browsers `scrollIntoView` returns a promise. Nothing waits for it, and an effect must not return it.
    if (shown) void ref.current?.scrollIntoView({ block: 'center' })
  }, [shown])
  return ref
}

/** The reasons why packages were not accepted, each in its own alert. */
export function FailureAlerts({ of: failures }: { of: readonly string[] | undefined }) {
  const alerts = useScrollIntoView(failures)
  if (!failures?.length) return null
  return (
    <div ref={alerts} className={styles.step}>
      {failures.map((failure) => (
        <FormAlert key={failure}>{failure}</FormAlert>
      ))}
    </div>
  )
}
