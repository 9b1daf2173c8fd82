import type { PasskeyProof, PasskeyRegistration } from '#shared/model/factors.ts'
import type { StoredPasskey } from '../data/entities/credentials.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'
import type { AppError } from '../failures/app-error.ts'
import { newPurposeToken, readPurposeToken } from './short-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Loads the library when someone first uses a passkey, so that cold starts don't load it. */
const library = () => import('@simplewebauthn/server')

/** For how many seconds after a challenge the device's response is accepted. */
const challengeSeconds = 300

/**
 * The owner of a challenge that a passkey of any account may answer. A sign-in needs such a challenge, because the account isn't
 * known yet, and a confirmation of identity uses one too. The owner of a challenge for a new passkey is the id of the account that
 * adds it.
 */
export const anyChallengeOwner = 'anybody'

/** What this file needs of the services of a call. */
interface Services {
  keys: SigningKeys
  appOrigin: string
  now: () => Date
}

/** Returns the domain of the web app, to which passkeys are bound. */
export const relyingPartyId = ({ appOrigin }: Pick<Services, 'appOrigin'>) => new URL(appOrigin).hostname

/** Makes a challenge, in base64url as browsers expect it. `content` is its owner, such as the id of an account. */
export async function newPasskeyChallenge({ keys, now }: Services, content: string): Promise<string> {
  const token = await newPurposeToken(keys, { purpose: 'passkey', content, seconds: challengeSeconds, now: now() })
  return Buffer.from(token).toString('base64url')
}

interface Answered {
  owner: string
  refused: () => AppError
}

/**
 * Returns functions that check the challenge to which a browser has responded. The caller adds the write `taken` to its
 * transaction, so that a challenge works only once.
 */
function challengeOf({ keys, now }: Services, { owner, refused }: Answered) {
  let taken: Write | undefined
  let fault: { error: unknown } | undefined
  return {
    async isGood(challenge: string) {
      const token = Buffer.from(challenge, 'base64url').toString()
      const found = await readPurposeToken(keys, token, { purpose: 'passkey', now: now() }).catch((error: unknown) => {
        fault = { error }
        throw error
      })
      if (found?.content !== owner) return false
      const { expires_at_seconds } = found
      taken = put(unscopedKeys.usedToken(token), { expires_at_seconds }, { absent: true, refused })
      return true
    },
    /**
     * Returns the library's result. Returns undefined if the library rejects the response. If the check of the challenge failed
     * because of one of our own services, throws that service's error.
     */
    verdict: <T>(judged: Promise<T>): Promise<T | undefined> =>
      judged.catch(() => {
        if (fault) throw fault.error
        return undefined
      }),
    taken() {
      if (!taken) throw refused()
      return taken
    },
  }
}

interface Judged<T> {
  passkey: T
  taken: Write
}

/**
 * Verifies a new passkey. Returns it without a name, together with the write that uses up the challenge. Throws the error of
 * `refused` unless a device made the passkey for this domain and this challenge.
 */
export async function verifyPasskeyRegistration(
  services: Services,
  { id, clientDataJSON, attestationObject, transports }: PasskeyRegistration,
  answered: Answered,
): Promise<Judged<Pick<StoredPasskey, 'credential_id' | 'public_key' | 'counter' | 'transports'>>> {
  const { verifyRegistrationResponse } = await library()
  const challenge = challengeOf(services, answered)
  const judged = verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge.isGood,
    expectedOrigin: services.appOrigin,
    expectedRPID: relyingPartyId(services),
    requireUserVerification: true,
  })
  const verdict = await challenge.verdict(judged)
  if (!verdict?.verified) throw answered.refused()
  const { credential } = verdict.registrationInfo
  const public_key = Buffer.from(credential.publicKey).toString('base64url')
  return {
    passkey: { credential_id: credential.id, public_key, counter: credential.counter, transports: transports ?? [] },
    taken: challenge.taken(),
  }
}

/**
 * Verifies a sign-in or a confirmation by one of the `known` passkeys. Returns that passkey with its new counter and time of use,
 * and the write that uses up the challenge. Throws the error of `refused` if the proof is wrong.
 */
export async function verifyPasskeyProof(
  services: Services,
  known: readonly StoredPasskey[],
  { proof, refused }: { proof: PasskeyProof; refused: () => AppError },
): Promise<Judged<StoredPasskey>> {
  const { id, clientDataJSON, authenticatorData, signature } = proof
  const passkey = known.find(({ credential_id }) => credential_id === id)
  if (!passkey) throw refused()
  const { verifyAuthenticationResponse } = await library()
  const challenge = challengeOf(services, { owner: anyChallengeOwner, refused })
  const judged = verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge.isGood,
    expectedOrigin: services.appOrigin,
    expectedRPID: relyingPartyId(services),
    requireUserVerification: true,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  })
  const verdict = await challenge.verdict(judged)
  if (!verdict?.verified) throw refused()
  const used = { counter: verdict.authenticationInfo.newCounter, last_used_at: services.now().toISOString() }
  return { passkey: { ...passkey, ...used }, taken: challenge.taken() }
}
