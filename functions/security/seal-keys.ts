import type { SealJwk } from '#shared/model/seal.ts'

interface MadeKey {
  /** The thumbprint of the key according to RFC 7638. */
  key_id: string
  jwk: SealJwk
  made_at: Date
}

/** The keys that seal proofs. */
export interface SealKeys {
  /** Makes an ECDSA signature, `r‖s` in base64url. Rejects if no key is available. */
  sign(message: Uint8Array): Promise<{ key_id: string; signature: string }>
  /** All keys that seal or have sealed proofs. The current one comes first. */
  all(): Promise<MadeKey[]>
}

/**
 * Opens the keys that seal proofs. `ids` has the ids of the KMS keys, separated by commas. The KMS client is loaded when the keys
 * are first used.
 */
export function openSealKeys(ids: string | undefined): SealKeys {
  const names = (ids ?? '').split(',').filter(Boolean)
  let opened: Promise<SealKeys> | undefined
  const open = async () => (await import('./kms-keys.ts')).openKmsSealKeys(names)
  const keys = () => {
    opened ??= open()
    return opened
  }
  return {
    sign: async (message) => (await keys()).sign(message),
    all: async () => (await keys()).all(),
  }
}
