import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { readConfig } from '../../lib/browser/config.ts'
import styles from './sign-in.module.css'

/** Loads Google's library, which renders the button. Returns undefined if this environment has no sign-in with Google. */
async function prepare(onCredential: (credential: string) => void) {
  const { google_client_id, google_identity_url } = await readConfig()
  if (!google_client_id) return undefined
  const google = await loadGoogleIdentityServices(google_identity_url)
  google.initialize({ client_id: google_client_id, callback: ({ credential }) => onCredential(credential) })
  return google
}

interface GoogleButtonProps {
  text: 'signin_with' | 'continue_with'
  onCredential: (credential: string) => void
  /**
   * Renders the button together with the elements around it. Called once Google's library is loaded, and so not at all if this
   * environment has no sign-in with Google or Google does not respond.
   */
  children: (button: React.ReactNode) => React.ReactNode
}

/** Google's own button. It calls `onCredential` with an ID token of the account that the user chooses. */
export function GoogleButton({ text, onCredential, children }: GoogleButtonProps) {
  const [google, setGoogle] = useState<GoogleIdentityServices>()
  const choose = useEffectEvent(onCredential)

  useEffect(() => {
    // If the library cannot be loaded, the button is missing, but the rest of the page works.
    prepare((credential) => choose(credential)).then(setGoogle, () => setGoogle(undefined))
  }, [])

  const place = useCallback(
    (element: HTMLDivElement | null) => {
      if (element) google?.renderButton(element, { size: 'large', text, width: element.clientWidth })
    },
    [google, text],
  )
  return google ? children(<div ref={place} className={styles.button} />) : null
}

/** The part of the Google Identity Services API that this app uses. */
interface GoogleIdentityServices {
  initialize: (options: { client_id: string; callback: (answer: { credential: string }) => void }) => void
  renderButton: (
    place: HTMLElement,
    look: { size: 'large'; text: 'signin_with' | 'continue_with'; width: number },
  ) => void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentityServices } }
  }
}

let loading: Promise<GoogleIdentityServices> | undefined

const load = (address: string) =>
  new Promise<GoogleIdentityServices>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () =>
      window.google ? resolve(window.google.accounts.id) : reject(new Error(`${address} is not Google’s script`))
    script.onerror = () => reject(new Error(`${address} did not come`))
    document.head.append(script)
  })

/**
 * Loads Google Identity Services from the script at `<url>/client`. Later calls return the same promise, unless loading has
 * failed.
 */
function loadGoogleIdentityServices(url: string): Promise<GoogleIdentityServices> {
  loading ??= load(`${url}/client`).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
