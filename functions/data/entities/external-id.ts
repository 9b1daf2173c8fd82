import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** The delivery or patient that has this id in another system. At most one delivery and one patient can have the same id. */
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
    question: 'what does another system call by this name',
    example: externalIdKeys('T#t').externalId('delivery', 'RX-1'),
  },
]
