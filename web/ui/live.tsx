import { type ReactNode, useEffect, useState } from 'react'
import { standingMs } from './announce.ts'

interface LiveProps {
  /** `alert` interrupts, `status` waits for its turn. */
  role: 'alert' | 'status'
  className?: string | undefined
  children: ReactNode
}

/**
 * Words in their place that are announced when they appear. The region stands empty before its first words, because screen
 * readers ignore words that arrive together with their region.
 */
export function Live({ role, className, children }: LiveProps) {
  const [isStanding, setIsStanding] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsStanding(true), standingMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    // While empty, it takes no room, not even the gap of a grid.
    <div role={role} className={isStanding && children ? className : 'unseen'}>
      {isStanding && children}
    </div>
  )
}
