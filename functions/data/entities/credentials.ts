import { at, flat, type Question } from '../key.ts'

/** What an account proves itself with. It lies apart, so that only the function that signs people in needs the right to read it. */
export interface StoredCredentials {
  /** Null: none was chosen yet. */
  password_hash: string | null
  /** When the password was last chosen. */
  password_set_at?: string
  /** Google's own name for the Google account that is connected. */
  google_sub?: string
  /** Sealed: the secret of an authenticator app that waits for its first code. */
  pending_totp?: string
  totp?: StoredTotp
  /** SHA-256 of the codes that were not used yet, base64url. */
  recovery_hashes?: string[]
  /** When they were made. */
  recovery_set_at?: string
  passkeys?: StoredPasskey[]
  /** Raised by every change of the second step, and by every use of a code or a passkey. */
  factors_version?: number
}

/** An authenticator app. */
interface StoredTotp {
  /** Sealed. */
  secret: string
  /** The step of time of the last code that was taken. */
  last_step: number
  added_at?: string
}

export interface StoredPasskey {
  id: string
  /** The device's own name for it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  transports: string[]
  name: string
  created_at: string
  last_used_at: string | null
}

const credentialsKind = flat<StoredCredentials>('credentials')

export const credentialsKeys = {
  credentials: (accountId: string) => at<StoredCredentials>(credentialsKind, `CREDENTIALS#${accountId}`, 'CREDENTIALS'),
}

export const credentialsQuestions = (): Question[] => [
  { question: 'what proves that it is them', example: credentialsKeys.credentials('account') },
]
