/** The stored part of a one-time link, from which the link cannot be made. */
export interface StoredLink {
  /** SHA-256 of the token, base64url. */
  hash: string
  expires_at_seconds: number
}

/** The values from which a link's token is computed, together with the signing key `kid`. */
export interface LinkSeed {
  /** The organisation that the mail is about. */
  tenant_id: string
  /** The user that the link is for, or the account for links about a password. */
  holder_id: string
  nonce: string
  kid: string
}
