import { type ReactNode, useEffect, useState } from 'react'
import { standingMs } from './announce.ts'

interface LiveProps {
  /** `alert` interrupts, `status` waits for its turn. */
  role: 'alert' | 'status'
  className?: string | undefined
  children: ReactNode
}

/**
 * Words that are read out as they come, in their place. The region stands empty before its first words: what comes up
 * together with its region is not read out.
 */
export function Live({ role, className, children }: LiveProps) {
  const [isStanding, setIsStanding] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsStanding(true), standingMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    // Empty, it takes no room, not even the gap of a grid.
    <div role={role} className={isStanding && children ? className : 'unseen'}>
      {isStanding && children}
    </div>
  )
}
