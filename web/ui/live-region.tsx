import { type ReactNode, useEffect, useState } from 'react'
import { liveRegionDelayMs } from './announce.ts'

interface LiveProps {
  /** An `alert` interrupts the screen reader; a `status` waits until it has finished. */
  role: 'alert' | 'status'
  className?: string | undefined
  children: ReactNode
}

/**
 * A text that screen readers announce when it appears. The region is rendered empty first, because screen readers ignore text that
 * is added together with its region. Meanwhile an invisible text takes its place: a button below that moved while it is pressed
 * would do nothing.
 */
export function LiveRegion({ role, className, children }: LiveProps) {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsMounted(true), liveRegionDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* While it is empty, the region takes up no space, not even the gap of a grid. */}
      <div role={role} className={isMounted && children ? className : 'unseen'}>
        {isMounted && children}
      </div>
      {!isMounted && children && (
        <div className={className} style={{ visibility: 'hidden' }}>
          {children}
        </div>
      )}
    </>
  )
}
