import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { ListExport } from '#shared/model/list-export.ts'
import { loadPart } from '../../lib/browser/load-part.ts'
import { ExportCsv } from '../../ui/export-csv.tsx'

interface ExportListProps {
  list: ListExport
  /** For example `3 patients`. */
  countOf: (count: number) => string
  /** A further filter of deliveries that the call does not have. */
  isWanted?: ((row: DeliveryRow) => boolean) | undefined
}

/** Exports everything in a list that matches its filters, as a file that can be imported again. */
export const ExportList = ({ list, countOf, isWanted }: ExportListProps) => (
  <ExportCsv
    name={list.kind}
    size="small"
    countOf={countOf}
    failure={`Failed to export ${list.kind}`}
    collect={async (progress) => {
      const { collectLines } = await loadPart(() => import('./collect-lines.ts'))
      return collectLines(list, progress, isWanted)
    }}
  />
)
