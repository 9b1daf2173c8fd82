import { useEffect, useState } from 'react'
import { configJson } from './config-json.ts'
import { whenIdle } from './idle.ts'

/** The address that is shown where the environment names none, as on a laptop. */
const defaultAddress = 'support@carelane.example'

const addressIn = (config: unknown) =>
  typeof config === 'object' && config && 'support_address' in config ? String(config.support_address) : defaultAddress

/** Where to ask for help in this environment; '' until it is known. Nothing else waits for it, nor for more of the app. */
export function useSupportAddress(): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    let isGone = false
    whenIdle(configJson)().then(
      (config) => isGone || setAddress(addressIn(config)),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return address
}
