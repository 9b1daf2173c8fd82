import { createHash, createHmac } from 'node:crypto'
import { addressKey } from '#shared/rules/stops.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

/** What makes a door: a delivery says it. */
type Place = Parameters<typeof addressKey>[0] & { patient_id: string; delivery_date: string }

/** Bytes of a token: 128 bits. */
const tokenBytes = 16

/**
 * The tokens of a door's link, one for each signing key that still counts, the current one's first. They follow from the door, so that
 * each message and each copy carries the same; what is kept of one is its hash.
 */
export async function doorTokens(keys: SigningKeys, tenantId: string, place: Place): Promise<string[]> {
  const text = [tenantId, place.patient_id, place.delivery_date, addressKey(place)].join('\n')
  const all = await keys.all()
  return all.map((key) =>
    createHmac('sha256', deriveKey(key, 'door')).update(text).digest().subarray(0, tokenBytes).toString('base64url'),
  )
}

/** Under which a door lies. Any text has one. */
export const doorHash = (token: string) => createHash('sha256').update(token).digest('base64url')
