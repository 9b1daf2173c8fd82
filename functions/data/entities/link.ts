/** The stored part of a one-time link. The link itself cannot be derived from this. */
export interface StoredLink {
  /** SHA-256 of the token, base64url. */
  hash: string
  expires_at_seconds: number
}

/** The values from which a link's token is computed, together with the signing key `kid`. */
export interface LinkSeed {
  /** The organisation that the mail concerns. */
  tenant_id: string
  /** The user for whom the link is made. For links about a password, the account. */
  holder_id: string
  nonce: string
  kid: string
}
