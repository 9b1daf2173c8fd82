import { createHash, createHmac } from 'node:crypto'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

/** What determines a door: its day, the hash of its place, and who reads its notices. */
export interface DoorFacts {
  date: string
  place: string
  /** The e-mail address or phone number to which notices go. If there is none, the id of the patient. */
  reader: string
}

/** The length of a token: 128 bits. */
const tokenBytes = 16

/**
 * Returns the tokens of a door's link: one per key of the signing secret, beginning with the current key. Tokens are computed from
 * the door instead of stored, so that all messages contain the same link. Only a token's hash is stored.
 */
export async function doorTokens(
  keys: SigningKeys,
  tenantId: string,
  { date, place, reader }: DoorFacts,
): Promise<string[]> {
  const text = [tenantId, reader, date, place].join('\n')
  const all = await keys.all()
  return all.map((key) =>
    createHmac('sha256', deriveKey(key, 'door')).update(text).digest().subarray(0, tokenBytes).toString('base64url'),
  )
}

/** Returns the hash under which a door is stored. It accepts any text, because the token may come from a request. */
export const hashOfDoorToken = (token: string) => createHash('sha256').update(token).digest('base64url')
