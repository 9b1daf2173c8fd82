import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { focusFirstControl } from './focus-keeper.ts'
import { LiveRegion } from './live-region.tsx'
import styles from './load-more.module.css'

/** The properties of a result of `useApiPages` that this component needs. */
interface Pages {
  rows: readonly unknown[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

export interface LoadMoreProps {
  pages: Pages
  /** The message if a page cannot be loaded. Scrolling does not retry; the button does. */
  failure: string
  /** Loads only when the button is pressed, for example in a list with its own scrollbar. */
  byButton?: boolean
  /** The text of the button. */
  label?: string
  /** Rendered before the button. */
  children?: ReactNode
}

/**
 * Loads the next page when the button is pressed or, without `byButton`, when the end of the list is scrolled into view. Render it
 * directly after the list. If the button has the focus when a page arrives, the focus moves into that page's first row.
 */
export function LoadMoreControl({ pages, failure, byButton = false, label = 'Load more', children }: LoadMoreProps) {
  const { rows, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const end = useRef<HTMLDivElement>(null)
  /** The last row of the list while the button has the focus. */
  const lastRow = useRef<Element>(undefined)
  const reached = useEffectEvent(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) fetchNextPage()
  })
  useEffect(() => {
    if (!end.current || byButton || !hasNextPage) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reached()
      },
      { rootMargin: '400px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [byButton, hasNextPage])

  // A list renders the rows below its window after the first ones, so that its last row is only known when the button is reached.
  const markLastRow = () => {
    const list = end.current?.previousElementSibling
    lastRow.current = [...(list?.querySelectorAll('li, tbody > tr') ?? [])].at(-1)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when more rows have arrived
  useLayoutEffect(() => {
    if (!lastRow.current) return
    const next = lastRow.current.nextElementSibling
    if (!next) return markLastRow()
    lastRow.current = undefined
    focusFirstControl(next)
  }, [rows?.length])

  return (
    <div ref={end} className={styles.loadMore}>
      {isFetchNextPageError && <LiveRegion role="alert">{failure}</LiveRegion>}
      {children}
      {hasNextPage && (
        <Button
          busy={isFetchingNextPage}
          busyText="Loading..."
          onClick={() => fetchNextPage()}
          onFocus={markLastRow}
          onBlur={() => {
            lastRow.current = undefined
          }}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
