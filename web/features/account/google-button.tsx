import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { readConfig } from '../../lib/browser/config.ts'
import { type GoogleIdentity, loadGoogleIdentity } from './google-identity.ts'
import styles from './sign-in.module.css'

/** Google's part, ready for its button; undefined where this environment has none. */
async function prepare(onCredential: (credential: string) => void) {
  const { google_client_id, google_identity_url } = await readConfig()
  if (!google_client_id) return undefined
  const google = await loadGoogleIdentity(google_identity_url)
  google.initialize({ client_id: google_client_id, callback: ({ credential }) => onCredential(credential) })
  return google
}

interface GoogleButtonProps {
  text: 'signin_with' | 'continue_with'
  onCredential: (credential: string) => void
  /** Around the button, where this environment has one and Google answers; else nothing is shown. */
  children: (button: React.ReactNode) => React.ReactNode
}

/** Google's own button, which answers an ID token of the account that somebody chooses. */
export function GoogleButton({ text, onCredential, children }: GoogleButtonProps) {
  const [google, setGoogle] = useState<GoogleIdentity>()
  const choose = useEffectEvent(onCredential)

  useEffect(() => {
    // Whatever fails here, the page does all else.
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
