import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'
import { Live } from './live.tsx'
import styles from './load-more.module.css'

interface LoadMoreProps {
  onMore: () => void
  busy: boolean
  /** What to say of a page that did not come. Scrolling does not ask for it again; the button does. */
  failure: string | undefined
}

/** The next page, when it comes into sight or by the button. */
export function LoadMore({ onMore, busy, failure }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(() => {
    if (!busy && !failure) onMore()
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
      {failure && <Live role="alert">{failure}</Live>}
      <Button busy={busy} busyText="Loading..." onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
