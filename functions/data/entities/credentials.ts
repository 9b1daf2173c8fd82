import { type AccessPattern, flatKind, keyAt } from '../key.ts'

/**
 * The secrets with which an account signs in. They are an item of their own, so that only the function that signs people in needs
 * the right to read them.
 */
export interface StoredCredentials {
  /** Null until a password is chosen. */
  password_hash: string | null
  /** When the password was last chosen. */
  password_set_at?: string
  /** Google's id for the connected Google account. */
  google_sub?: string
  /** The encrypted secret of an authenticator app that the user has yet to confirm with a first code. */
  pending_totp?: string
  totp?: StoredTotp
  /** SHA-256 of the unused recovery codes, base64url. */
  recovery_hashes?: string[]
  /** The time at which the recovery codes were made. */
  recovery_set_at?: string
  passkeys?: StoredPasskey[]
  /**
   * Raised by every change of the second step, each time a code or a passkey is used, and when the owner reports a change as not
   * made by them.
   */
  factors_version?: number
}

/** An authenticator app. */
interface StoredTotp {
  /** The encrypted secret. */
  secret: string
  /** The time step of the last accepted code. */
  last_step: number
  added_at?: string
}

export interface StoredPasskey {
  id: string
  /** The device's id for the passkey, base64url. */
  credential_id: string
  /** The public key in COSE, base64url. */
  public_key: string
  counter: number
  transports: string[]
  name: string
  created_at: string
  last_used_at: string | null
}

const credentialsKind = flatKind<StoredCredentials>('credentials')

export const credentialsKeys = {
  credentials: (accountId: string) =>
    keyAt<StoredCredentials>(credentialsKind, `CREDENTIALS#${accountId}`, 'CREDENTIALS'),
}

export const credentialsAccessPatterns = (): AccessPattern[] => [
  { question: 'what proves the account’s identity', example: credentialsKeys.credentials('account') },
]
