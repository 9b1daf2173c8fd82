import type { ImportColumns, ImportKind } from '#shared/model/import.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'
import { hashForKey } from './hash-of.ts'

/** The columns that a user has chosen for the fields of an import file. */
interface KeptColumns {
  choice: ImportColumns
  kept_at: string
}

const keptColumnsKind = flatKind<KeptColumns>('columns of an import')

const partitionOf = (tenant: string, kind: ImportKind) => `${tenant}#COLUMNS#${kind}`

export const importColumnsKeys = (tenant: string) => ({
  importColumnsOf: (kind: ImportKind): Partition<KeptColumns> => ({
    pk: partitionOf(tenant, kind),
    kind: keptColumnsKind,
  }),
  /** Files of one kind with the same column heads share one choice. */
  importColumns: ({ kind, heads }: Pick<ImportColumns, 'kind' | 'heads'>) =>
    keyAt<KeptColumns>(keptColumnsKind, partitionOf(tenant, kind), hashForKey(JSON.stringify(heads))),
})

export const importColumnsAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which columns did earlier files have',
    example: importColumnsKeys('T#t').importColumns({ kind: 'deliveries', heads: ['Rx #'] }),
  },
]
