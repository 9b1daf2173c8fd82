import type { SealJwk } from '#shared/model/seal.ts'

interface MadeKey {
  /** The thumbprint of the key, by RFC 7638. */
  key_id: string
  jwk: SealJwk
  made_at: Date
}

/** The keys by which the product vouches for proofs. */
export interface SealKeys {
  /** An ECDSA signature, `r‖s` in base64url. Rejects where no key can be reached. */
  sign(message: Uint8Array): Promise<{ key_id: string; signature: string }>
  /** The one that signs comes first. */
  all(): Promise<MadeKey[]>
}

/** `ids`: the names of the keys, separated by commas. KMS's client is loaded when the first seal is made. */
export function openSealKeys(ids: string | undefined): SealKeys {
  const names = (ids ?? '').split(',').filter(Boolean)
  let opened: Promise<SealKeys> | undefined
  const open = async () => (await import('./kms-keys.ts')).kmsKeys(names)
  const keys = () => {
    opened ??= open()
    return opened
  }
  return {
    sign: async (message) => (await keys()).sign(message),
    all: async () => (await keys()).all(),
  }
}
