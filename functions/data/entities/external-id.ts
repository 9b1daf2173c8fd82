import { at, flat, type Partition, type Question } from '../key.ts'

/** What has this name in another system: a name is given to one patient and to one delivery at most. */
interface ExternalIdEntry {
  of: 'delivery' | 'patient'
  id: string
}

const externalIdKind = flat<ExternalIdEntry>('external ID')

export function externalIdKeys(tenant: string) {
  const pk = (name: string) => `${tenant}#XD#${name}`
  return {
    externalIds: (name: string): Partition<ExternalIdEntry> => ({ pk: pk(name), kind: externalIdKind }),
    externalId: (of: ExternalIdEntry['of'], name: string) => at<ExternalIdEntry>(externalIdKind, pk(name), of),
  }
}

export const externalIdQuestions = (): Question[] => [
  {
    question: 'what does another system call by this name',
    example: externalIdKeys('T#t').externalId('delivery', 'RX-1'),
  },
]
