import { useState } from 'react'
import type { SecondStepNeeded } from '#shared/model/second-step.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GoogleButton } from './google-button.tsx'
import { signInRefusalText } from './login-failure.ts'

const failed = 'Google login failed'

/** Resolves to the message of a failure, or to '' if the user was signed in or has to pass a second step. */
async function signIn(credential: string, onSecondStep: (needed: SecondStepNeeded) => void) {
  try {
    const needed = await sessionStore.signInWithGoogle(credential)
    if (needed) onSecondStep(needed)
    else accountAndAdminToast.success('Google login successful!')
    return ''
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    accountAndAdminToast.error(errorDetail(error, failed))
    return signInRefusalText(error, failed)
  }
}

/** The button to sign in with Google. Hidden if this environment does not offer it or Google does not respond. */
export function GoogleSignIn({ onSecondStep }: { onSecondStep: (needed: SecondStepNeeded) => void }) {
  const [failure, setFailure] = useState('')

  function begin(credential: string) {
    setFailure('')
    void signIn(credential, onSecondStep).then(setFailure)
  }
  return (
    <GoogleButton text="signin_with" onCredential={begin}>
      {(button) => (
        <>
          {button}
          <FormAlert>{failure}</FormAlert>
        </>
      )}
    </GoogleButton>
  )
}
