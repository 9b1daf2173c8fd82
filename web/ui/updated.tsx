import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** Says how old what is shown is; `at` in epoch milliseconds, 0 for not yet. */
export function Updated({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading is told at once
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
