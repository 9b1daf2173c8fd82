import { useEffect, useState } from 'react'
import { Live } from './live.tsx'
import styles from './spinner.module.css'
import state from './state.module.css'

/** A wait as short as this passes without a sign of it. */
const unnoticedMs = 300
/** What waits so soon after something else has come belongs to the same wait. */
const gapMs = 100

/** The wait that goes on: when it began, how many signs it has now, and when it last had one. */
const wait = { began: 0, signs: 0, ended: -gapMs }

/** Whether the wait of which the calling component is a sign is long enough to be noticed. */
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

/** What turns while somebody waits, and its words. They keep their room before they are seen. */
export function Waiting({ label, className, wordsClassName }: WaitingProps) {
  const isLong = useIsLong()
  return (
    <div className={className} data-long={isLong || undefined}>
      <div className={styles.spin} aria-hidden="true" />
      <div className={wordsClassName}>
        <Live role="status" className={isLong ? 'muted' : 'unseen'}>
          {label}
        </Live>
      </div>
    </div>
  )
}

export const Spinner = ({ label = 'Loading...' }: { label?: string }) => (
  <div data-waiting="">
    <Waiting label={label} className={state.state} wordsClassName={state.said} />
  </div>
)
