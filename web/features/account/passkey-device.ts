import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { AnswerOf } from '#shared/api/contract.ts'
import * as factors from '#shared/api/factors.ts'
import type { PasskeyProof, PasskeyRegistration } from '#shared/model/factors.ts'
import { BrowserError } from '../../lib/api/browser-error.ts'
import { call } from '../../lib/api/call.ts'

/** Runs `question`, which opens the dialog of the browser or device. Throws a BrowserError if it fails or the user closes it. */
async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new BrowserError('This device already has a passkey for your account.', { cause: error })
    throw new BrowserError('No passkey was used. Try again, or choose another way.', { cause: error })
  }
}

/** Gets a new challenge from the server and has it signed by a passkey on this device or on one nearby. */
export async function askForPasskeyProof(): Promise<PasskeyProof> {
  const { body } = await call(factors.readPasskeyChallenge, {})
  const { challenge, rp_id: rpId } = body
  const { id, response } = await ask(() =>
    startAuthentication({ optionsJSON: { challenge, rpId, userVerification: 'required' } }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

/** The numbers of the signature algorithms ES256, EdDSA and RS256. Every common authenticator supports at least one of them. */
const algorithms = [-7, -8, -257]

/** Makes a passkey that contains its account, so that the user can sign in without typing an address. */
export async function makePasskey(options: AnswerOf<typeof factors.readPasskeyOptions>): Promise<PasskeyRegistration> {
  const { challenge, rp_id, user, excluded } = options
  const { id, response } = await ask(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rp_id, name: 'Carelane' },
        user: { ...user, displayName: user.name },
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: excluded.map((credential) => ({ id: credential, type: 'public-key' as const })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }),
  )
  const { clientDataJSON, attestationObject, transports } = response
  return { id, clientDataJSON, attestationObject, ...(transports && { transports }) }
}
