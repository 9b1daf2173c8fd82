import { useCallback, useEffect, useState } from 'react'
import { CallError, detailOf } from '../../lib/call-error.ts'
import { readConfig } from '../../lib/config.ts'
import { sessionStore } from '../../lib/session.ts'
import { sessionToast } from '../../lib/toast.ts'
import { FormAlert } from '../../ui/form.tsx'
import { type GoogleIdentity, loadGoogleIdentity } from './google-identity.ts'
import styles from './google-sign-in.module.css'
import { withHint } from './login-failure.ts'

/** Resolves to what went wrong, or '' after signing in. */
async function signIn(credential: string) {
  try {
    await sessionStore.signInWithGoogle(credential)
    sessionToast.success('Google login successful!')
    return ''
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const text = detailOf(error, 'Google login failed')
    sessionToast.error(text)
    return error.status === 401 ? withHint(`${text}.`) : text
  }
}

/** Google's part, ready for its button; undefined where this environment has none. */
async function prepare(onCredential: (credential: string) => void) {
  const { google_client_id, google_identity_url } = await readConfig()
  if (!google_client_id) return undefined
  const google = await loadGoogleIdentity(google_identity_url)
  google.initialize({ client_id: google_client_id, callback: ({ credential }) => onCredential(credential) })
  return google
}

/** The way in by a Google account, where this environment has one and Google answers. */
export function GoogleSignIn() {
  const [google, setGoogle] = useState<GoogleIdentity>()
  const [failure, setFailure] = useState('')

  useEffect(() => {
    // Whatever fails here, the password above still signs in.
    prepare((credential) => {
      setFailure('')
      void signIn(credential).then(setFailure)
    }).then(setGoogle, () => setGoogle(undefined))
  }, [])

  const place = useCallback(
    (element: HTMLDivElement | null) => {
      if (element) google?.renderButton(element, { size: 'large', text: 'signin_with', width: element.clientWidth })
    },
    [google],
  )
  if (!google) return null
  return (
    <>
      <div className={styles.or}>or</div>
      <div ref={place} className={styles.button} />
      <FormAlert>{failure}</FormAlert>
    </>
  )
}
