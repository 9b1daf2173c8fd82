import { createHash, createHmac } from 'node:crypto'
import { addressKey } from '#shared/rules/stops.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

/** The fields of a delivery that determine its door: deliveries with the same patient, day and address share one. */
type Place = Parameters<typeof addressKey>[0] & { patient_id: string; delivery_date: string }

/** The length of a token: 128 bits. */
const tokenBytes = 16

/**
 * Returns the tokens of a door's link: one per key of the signing secret, beginning with the current key. Tokens are computed from
 * the door instead of stored, so that all messages contain the same link. Only a token's hash is stored.
 */
export async function doorTokens(keys: SigningKeys, tenantId: string, place: Place): Promise<string[]> {
  const text = [tenantId, place.patient_id, place.delivery_date, addressKey(place)].join('\n')
  const all = await keys.all()
  return all.map((key) =>
    createHmac('sha256', deriveKey(key, 'door')).update(text).digest().subarray(0, tokenBytes).toString('base64url'),
  )
}

/** Returns the hash under which a door is stored. It accepts any text, because the token may come from a request. */
export const hashOfDoorToken = (token: string) => createHash('sha256').update(token).digest('base64url')
