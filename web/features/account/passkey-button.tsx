import { useState } from 'react'
import type { PasskeyProof } from '#shared/model/factors.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { loadPart } from '../../lib/browser/load-part.ts'
import { Button } from '../../ui/button.tsx'
import { loginFailedText, signingInText } from './login-failure.ts'

const importDevice = () => import('./passkey-device.ts')

/** Loads the module for passkeys. It is loaded only when a passkey is first used, because it includes a library. */
const loadDevice = () => loadPart(importDevice)

interface PasskeyButtonProps {
  label: string
  variant?: 'plain' | 'primary'
  onPasskey: (proof: PasskeyProof) => Promise<void>
  /** Called with '' when an attempt begins, and with the message if it fails. */
  onFailure: (text: string) => void
  /** Returns the message for a failure. By default, it is the error's own text or, if there is none, `Login failed`. */
  wordsOf?: (error: CallError) => string
}

/** A button that asks the browser for a passkey and passes it to `onPasskey`, which signs in or confirms the user's identity. */
export function PasskeyButton({
  label,
  variant = 'plain',
  onPasskey,
  onFailure,
  wordsOf = (error) => errorDetail(error, loginFailedText),
}: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)

  async function signIn() {
    setBusy(true)
    onFailure('')
    try {
      const { askForPasskeyProof: askForPasskey } = await loadDevice()
      await onPasskey(await askForPasskey())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onFailure(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant={variant} wide busy={busy} busyText={signingInText} onClick={() => void signIn()}>
      {label}
    </Button>
  )
}
