import { useEffect, useState } from 'react'

/** Returns the latest `value` that has stayed unchanged for `ms` milliseconds; at first, the initial value. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
