import { useState } from 'react'
import { FormAlert } from '../../ui/form-alert.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { signInRefusalText } from './login-failure.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { signInWithPasskey } from './second-step-calls.ts'

/** The button to sign in with a passkey. Hidden if the browser or the page's address does not support passkeys. */
export function PasskeySignIn() {
  const [failure, setFailure] = useState('')
  if (!canUsePasskeys()) return null
  return (
    <>
      <FormAlert>{failure}</FormAlert>
      <PasskeyButton
        label="Sign in with a passkey"
        onPasskey={signInWithPasskey}
        onFailure={setFailure}
        wordsOf={signInRefusalText}
      />
    </>
  )
}
