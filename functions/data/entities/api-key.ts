import type { ApiKeyForm } from '#shared/model/api-key.ts'
import { flatKind, keyAt, type Partition, type Question } from '../key.ts'
import { hashOf } from './hash-of.ts'

/** The key of a program in an organisation. The secret itself is not stored. */
export interface StoredApiKey extends Pick<ApiKeyForm, 'name' | 'ends_on'> {
  id: string
  permissions: string[]
  /** The first characters of the newest secret. */
  prefix: string
  /** Hashes of the secrets that still work, the newest first. Each leads to an `ApiKeyHolder`. */
  hashes: string[]
  created_at: string
  /** The maker, whose permissions limit those of the key. */
  created_by: { id: string; name: string }
  revoked_at?: string
  /** Rounded to five minutes. */
  last_used_at?: string
  /** The time of the last event about a refusal. */
  refused_at?: string
}

/** Found by the hash of a secret: the organisation, the key and its maker. */
interface ApiKeyHolder {
  tenant_id: string
  key_id: string
  /** The person who made it. */
  maker_id: string
  /** Set when a newer secret has replaced this one, which works until then. */
  ends_at?: string
}

const apiKeyKind = flatKind<StoredApiKey>('API key')
const holderKind = flatKind<ApiKeyHolder>('holder of an API key')

export const apiKeyKeys = (tenant: string) => ({
  apiKeys: { pk: `${tenant}#APIKEYS`, kind: apiKeyKind } satisfies Partition<StoredApiKey>,
  apiKey: (id: string) => keyAt<StoredApiKey>(apiKeyKind, `${tenant}#APIKEYS`, id),
})

export const apiKeyHolderKeys = {
  apiKeyHolder: (hash: string) => keyAt<ApiKeyHolder>(holderKind, `APIKEY#${hash}`, 'APIKEY'),
}

export const apiKeyQuestions = (): Question[] => [
  { question: 'which keys has this organisation; what may this one do', example: apiKeyKeys('T#t').apiKey('id') },
  { question: 'whose is the key that this call shows', example: apiKeyHolderKeys.apiKeyHolder(hashOf('ck_key')) },
]
