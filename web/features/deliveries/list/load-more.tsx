import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './list.module.css'

interface LoadMoreProps {
  onMore: () => void
  busy: boolean
  /** Scrolling does not try again what has just failed; the button does. */
  failed: boolean
}

/** The next page, when it comes into sight or by the button. */
export function LoadMore({ onMore, busy, failed }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(() => {
    if (!busy && !failed) onMore()
  })
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reached()
      },
      { rootMargin: '400px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={end} className={styles.loadMore}>
      {failed && <p role="alert">Failed to load deliveries</p>}
      <Button busy={busy} busyText="Loading..." onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
