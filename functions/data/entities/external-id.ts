import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/**
 * Says which delivery or patient has a certain id in another system. That id is in the key; `id` is our own. At most one delivery
 * and one patient can have the same id in another system.
 */
interface ExternalIdEntry {
  of: 'delivery' | 'patient'
  id: string
}

const externalIdKind = flatKind<ExternalIdEntry>('external ID')

export function externalIdKeys(tenant: string) {
  const pk = (name: string) => `${tenant}#XD#${name}`
  return {
    externalIds: (name: string): Partition<ExternalIdEntry> => ({ pk: pk(name), kind: externalIdKind }),
    externalId: (of: ExternalIdEntry['of'], name: string) => keyAt<ExternalIdEntry>(externalIdKind, pk(name), of),
  }
}

export const externalIdAccessPatterns = (): AccessPattern[] => [
  {
    question: 'what has this ID in another system',
    example: externalIdKeys('T#t').externalId('delivery', 'RX-1'),
  },
]
