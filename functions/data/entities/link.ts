/** What is kept of a one-time link: not enough to make one. */
export interface StoredLink {
  /** SHA-256 of the token, base64url. */
  hash: string
  expires_at_seconds: number
}

/** What a link's token follows from, the signing key `kid` aside. */
export interface LinkSeed {
  /** The organisation that the mail speaks of. */
  tenant_id: string
  /** The user whose link it is; the account, for links that are about its password. */
  holder_id: string
  nonce: string
  kid: string
}
