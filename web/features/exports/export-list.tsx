import type { DeliveryRow } from '#shared/model/delivery.ts'
import type { ListExport } from '#shared/model/list-export.ts'
import { loadPart } from '../../lib/browser/load-part.ts'
import { ExportCsv } from '../../ui/export-csv.tsx'

interface ExportListProps {
  list: ListExport
  /** `3 patients` */
  countOf: (count: number) => string
  /** Of deliveries, what the list narrows further than its call. */
  isWanted?: ((row: DeliveryRow) => boolean) | undefined
}

/** Everything that a list has, by its filters, as a file that can be imported again. */
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
