import { useEffect, useState } from 'react'

/** Where to ask for help in this environment; '' until it is known. Nothing else waits for it. */
export function useSupportAddress(): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    let isGone = false
    void import('./config.ts')
      .then(({ readConfig }) => readConfig())
      .then(
        ({ support_address }) => isGone || setAddress(support_address),
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [])
  return address
}
