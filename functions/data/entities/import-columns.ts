import type { ImportColumns, ImportKind } from '#shared/model/import.ts'
import { type AccessPattern, flatKind, type ItemKind, keyAt, type Partition } from '../key.ts'
import { hashForKey } from './hash-of.ts'

/** The columns that a user has chosen for the fields of an import file. */
interface RememberedColumns {
  choice: ImportColumns
  kept_at: string
}

/** Until the release 2026-11-28, a field had one column, and neither values for all rows nor the order of dates were stored. */
type StoredChoice = Omit<ImportColumns, 'columns'> & { columns: Readonly<Record<string, string | string[]>> }

const readChoice = ({ columns, ...choice }: StoredChoice): ImportColumns => ({
  ...choice,
  same: choice.same ?? {},
  orders: choice.orders ?? {},
  columns: Object.fromEntries(Object.entries(columns).map(([field, heads]) => [field, [heads].flat()])),
})

const flat = flatKind<RememberedColumns>('column mapping')

const rememberedColumnsKind: ItemKind<RememberedColumns> = {
  ...flat,
  read: (item) => flat.read({ ...item, choice: readChoice(item.choice) }),
}

const partitionOf = (tenant: string, kind: ImportKind) => `${tenant}#COLUMNS#${kind}`

export const importColumnsKeys = (tenant: string) => ({
  importColumnsOf: (kind: ImportKind): Partition<RememberedColumns> => ({
    pk: partitionOf(tenant, kind),
    kind: rememberedColumnsKind,
  }),
  /** Files of one kind with the same column heads share one choice. */
  importColumns: ({ kind, heads }: Pick<ImportColumns, 'kind' | 'heads'>) =>
    keyAt<RememberedColumns>(rememberedColumnsKind, partitionOf(tenant, kind), hashForKey(JSON.stringify(heads))),
})

export const importColumnsAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which column mappings were saved',
    example: importColumnsKeys('T#t').importColumns({ kind: 'deliveries', heads: ['Rx #'] }),
  },
]
