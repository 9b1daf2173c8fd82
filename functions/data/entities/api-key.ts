import type { ApiKeyForm } from '#shared/model/api-key.ts'
import { at, flat, type Partition, type Question } from '../key.ts'
import { hashOf } from './hash-of.ts'

/** By what a program calls in an organisation. The key itself is not kept. */
export interface StoredApiKey extends Pick<ApiKeyForm, 'name' | 'ends_on'> {
  id: string
  permissions: string[]
  /** How the newest key begins. */
  prefix: string
  /** Of the keys that may still be shown, the newest first: what finds their holders. */
  hashes: string[]
  created_at: string
  /** Whose permissions bound those of the key. */
  created_by: { id: string; name: string }
  revoked_at?: string
  /** To five minutes. */
  last_used_at?: string
  /** When an event last told that it was refused. */
  refused_at?: string
}

/** What the secret of a key leads to: its organisation, its entry and the person who made it. */
interface ApiKeyHolder {
  tenant_id: string
  key_id: string
  /** Who made it. */
  maker_id: string
  /** Another key has taken its place: it works until then. */
  ends_at?: string
}

const apiKeyKind = flat<StoredApiKey>('API key')
const holderKind = flat<ApiKeyHolder>('holder of an API key')

export const apiKeyKeys = (tenant: string) => ({
  apiKeys: { pk: `${tenant}#APIKEYS`, kind: apiKeyKind } satisfies Partition<StoredApiKey>,
  apiKey: (id: string) => at<StoredApiKey>(apiKeyKind, `${tenant}#APIKEYS`, id),
})

export const apiKeyHolderKeys = {
  apiKeyHolder: (hash: string) => at<ApiKeyHolder>(holderKind, `APIKEY#${hash}`, 'APIKEY'),
}

export const apiKeyQuestions = (): Question[] => [
  { question: 'which keys has this organisation; what may this one do', example: apiKeyKeys('T#t').apiKey('id') },
  { question: 'whose is the key that this call shows', example: apiKeyHolderKeys.apiKeyHolder(hashOf('ck_key')) },
]
