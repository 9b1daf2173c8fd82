import { useEffect, useState } from 'react'
import { fetchConfigJson } from './config-json.ts'

/** The address if the environment's settings have none, as on a developer's machine. */
const defaultAddress = 'support@carelane.example'

const addressIn = (config: unknown) =>
  typeof config === 'object' && config && 'support_address' in config ? String(config.support_address) : defaultAddress

/**
 * Returns the support address of this environment: undefined until it has loaded, '' if that fails. It is loaded without the code
 * that parses the other settings.
 */
export function useSupportAddress(): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let isGone = false
    fetchConfigJson().then(
      (config) => isGone || setAddress(addressIn(config)),
      () => isGone || setAddress(''),
    )
    return () => {
      isGone = true
    }
  }, [])
  return address
}
