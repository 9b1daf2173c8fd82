import { useEffect, useState } from 'react'
import { LiveRegion } from './live-region.tsx'
import styles from './spinner.module.css'
import state from './state.module.css'

/** A wait of at most this many milliseconds shows no spinner. */
const unnoticedMs = 300
/** If a spinner appears within this many milliseconds after the last one disappeared, both belong to the same wait. */
const gapMs = 100

/** The current or last wait: when it began, how many spinners it has now, and when its last spinner disappeared. */
const wait = { began: 0, signs: 0, ended: -gapMs }

/** Returns true once the wait to which the calling spinner belongs is long enough to be noticed. */
function useIsLong() {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const now = performance.now()
    if (wait.signs === 0 && now - wait.ended > gapMs) wait.began = now
    wait.signs += 1
    const timer = setTimeout(() => setIsLong(true), wait.began + unnoticedMs - now)
    return () => {
      clearTimeout(timer)
      wait.signs -= 1
      wait.ended = performance.now()
    }
  }, [])
  return isLong
}

interface WaitingProps {
  label: string
  className: string | undefined
  wordsClassName?: string | undefined
}

/**
 * A spinner with its label. The spinner takes up its space before it becomes visible. For the label, only the space that
 * `wordsClassName` reserves is taken up.
 */
export function LabelledSpinner({ label, className, wordsClassName }: WaitingProps) {
  const isLong = useIsLong()
  return (
    <div className={className} data-long={isLong || undefined}>
      <div className={styles.spin} aria-hidden="true" />
      <div className={wordsClassName}>
        <LiveRegion role="status" className={isLong ? 'muted' : 'unseen'}>
          {label}
        </LiveRegion>
      </div>
    </div>
  )
}

export const Spinner = ({ label = 'Loading...' }: { label?: string }) => (
  <div data-waiting="">
    <LabelledSpinner label={label} className={state.state} wordsClassName={state.said} />
  </div>
)
