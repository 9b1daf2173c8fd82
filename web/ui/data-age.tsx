import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** Shows how old the displayed data is. `at` is the time when it was read, in ms since 1970; 0 if nothing has been read yet. */
export function DataAge({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for new data, to show its time at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 4)
    return () => clearInterval(timer)
  }, [at])
  if (at === 0) return null
  const minutes = Math.floor(Math.max(0, now - at) / minuteMs)
  return (
    <span className="muted small tabular">{minutes === 0 ? 'Updated just now' : `Updated ${minutes} min ago`}</span>
  )
}
