import type { ImportColumns, ImportKind } from '#shared/model/import.ts'
import { type AccessPattern, type ItemKind, keyAt, type Partition } from '../key.ts'
import { hashForKey } from './hash-of.ts'

/** The columns that a user has chosen for the fields of an import file. */
interface KeptColumns {
  choice: ImportColumns
  kept_at: string
}

/** Until the release 2026-11-28, a field had one column, and no values were stored for all rows. */
interface EarlierChoice {
  choice: { columns: Readonly<Record<string, string | string[]>> }
}

const keptColumnsKind: ItemKind<KeptColumns> = {
  name: 'column mapping',
  read(item) {
    const { choice } = item as unknown as EarlierChoice
    const columns = Object.fromEntries(Object.entries(choice.columns).map(([field, heads]) => [field, [heads].flat()]))
    return { ...item, choice: { same: {}, ...choice, columns } } as KeptColumns
  },
  write: (value) => value,
}

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
    question: 'which column mappings were saved',
    example: importColumnsKeys('T#t').importColumns({ kind: 'deliveries', heads: ['Rx #'] }),
  },
]
