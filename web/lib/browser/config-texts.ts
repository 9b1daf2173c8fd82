import { useEffect, useState } from 'react'
import { paths } from '../navigation/paths.ts'
import { fetchConfigJson } from './config-json.ts'

/** The support address if the environment's settings have none, as on a developer's machine. */
const defaultSupportAddress = 'support@carelane.example'

/**
 * Returns a text of this environment's settings: undefined until it has loaded, '' if that fails. It is loaded without the code
 * that parses the other settings.
 */
function useConfigText(name: string, fallback: string): string | undefined {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isGone = false
    fetchConfigJson().then(
      (config) => isGone || setText(String(new Map(Object.entries(config ?? {})).get(name) ?? fallback)),
      () => isGone || setText(''),
    )
    return () => {
      isGone = true
    }
  }, [name, fallback])
  return text
}

/** Returns the support address of this environment: undefined until it has loaded, '' if that fails. */
export const useSupportAddress = () => useConfigText('support_address', defaultSupportAddress)

/**
 * Returns the address of the sign-in page for links on public pages. It is on the app's main host, even if the page was opened on
 * another one, because a session belongs to its host.
 */
export function useLoginAddress(): string {
  const origin = useConfigText('app_origin', '')
  return origin && origin !== location.origin ? origin + paths.login : paths.login
}
