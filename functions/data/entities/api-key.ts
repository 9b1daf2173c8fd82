import type { ApiKey, ApiKeyForm } from '#shared/model/api-key.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'
import { hashForKey } from './hash-of.ts'
import type { StoredTenant } from './tenant.ts'

/** An API key, with which a program calls the API for an organisation. The secret itself isn't stored. */
export interface StoredApiKey extends Pick<ApiKeyForm, 'name' | 'ends_on'> {
  id: string
  permissions: string[]
  /** The first characters of the newest secret. */
  prefix: string
  /** The hashes of all secrets that the key has ever had, newest first. Under each hash, an `ApiKeyHolder` is stored. */
  hashes: string[]
  created_at: string
  /** The person who created the key. The key can do nothing that this person cannot. */
  created_by: { id: string; name: string }
  /** When the key last got a new secret, and the user who got it. Absent before the first time. */
  rotated_at?: string
  rotated_by_id?: string
  revoked_at?: string
  /** When the key was last used. This is written at most once in five minutes, so a later use may be missing. */
  last_used_at?: string
  /** When a refusal of this key was last recorded as an event. */
  refused_at?: string
}

/** The organisation and the key to which a secret belongs, and the person who created the key. Stored under the secret's hash. */
interface ApiKeyHolder {
  tenant_id: string
  key_id: string
  /** The person who created the key. */
  maker_id: string
  /** When this secret stops working. Set once a newer secret has replaced it. */
  ends_at?: string
}

const apiKeyKind = flatKind<StoredApiKey>('API key')
const holderKind = flatKind<ApiKeyHolder>('API key by its hash')

export const apiKeyKeys = (tenant: string) => ({
  apiKeys: { pk: `${tenant}#APIKEYS`, kind: apiKeyKind } satisfies Partition<StoredApiKey>,
  apiKey: (id: string) => keyAt<StoredApiKey>(apiKeyKind, `${tenant}#APIKEYS`, id),
})

export const apiKeyHolderKeys = {
  apiKeyHolder: (hash: string) => keyAt<ApiKeyHolder>(holderKind, `APIKEY#${hash}`, 'APIKEY'),
}

export const apiKeyAccessPatterns = (): AccessPattern[] => [
  { question: 'which keys does this organization have; what may this one do', example: apiKeyKeys('T#t').apiKey('id') },
  { question: 'which key does this call use', example: apiKeyHolderKeys.apiKeyHolder(hashForKey('ck_key')) },
]

/**
 * Returns whether an API key is active, ended or revoked. A key that has a last day works until the end of that day in the
 * organisation's time zone.
 */
export function apiKeyState(
  { revoked_at, ends_on }: StoredApiKey,
  { time_zone }: StoredTenant,
  now: Date,
): ApiKey['state'] {
  if (revoked_at !== undefined) return 'revoked'
  return ends_on !== '' && ends_on < dayIn(time_zone, now) ? 'ended' : 'active'
}
