import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { ListExport } from '#shared/model/list-export.ts'
import { loadPart } from '../../lib/browser/load-part.ts'
import { ExportCsvButton } from '../../ui/export-csv.tsx'

const importCollectLines = () => import('./collect-lines.ts')

interface ExportListProps {
  list: ListExport
  /** For example `3 patients`. */
  countOf: (count: number) => string
  /** A filter that the API does not have, and that is therefore applied here. */
  isIncluded?: ((row: DeliveryRow) => boolean) | undefined
}

/** The button that exports all rows that match the list's filters, as a file that can be imported again. */
export const ExportListButton = ({ list, countOf, isIncluded }: ExportListProps) => (
  <ExportCsvButton
    name={list.kind}
    size="small"
    countOf={countOf}
    failure={`Failed to export ${list.kind}`}
    collect={async (progress) => {
      const { collectExportLines } = await loadPart(importCollectLines)
      return collectExportLines(list, progress, isIncluded)
    }}
  />
)
