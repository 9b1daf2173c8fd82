import { flatKind, keyAt, type Partition, type Question } from '../key.ts'

/** The delivery or the patient that has this id in another system. An id is given to at most one of each. */
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

export const externalIdQuestions = (): Question[] => [
  {
    question: 'what does another system call by this name',
    example: externalIdKeys('T#t').externalId('delivery', 'RX-1'),
  },
]
