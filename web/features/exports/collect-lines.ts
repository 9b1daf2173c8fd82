import { exportList } from '#shared/api/exports.ts'
import { searchPatients } from '#shared/api/patients.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { ListExport } from '#shared/model/list-export.ts'
import { callRetryingRateLimit, readPages } from '../../lib/api/read-pages.ts'
import type { ExportProgressHandle } from '../../ui/export-button.tsx'
import { readDeliveriesForExport } from './read-deliveries-for-export.ts'
import { deliveryCsvHeader, deliveryCsvLines, patientCsvHeader, patientCsvLines } from './tables.ts'

type ExportOf<Kind extends ListExport['kind']> = Extract<ListExport, { kind: Kind }>

/** Collects the lines of a list's export. Nothing is read before the server has recorded that an export takes place. */
export async function collectExportLines(
  list: ListExport,
  progress: ExportProgressHandle,
  isIncluded?: (row: DeliveryRow) => boolean,
): Promise<readonly string[]> {
  await callRetryingRateLimit(exportList, { body: list }, progress.signal)
  return list.kind === 'patients' ? patientsOf(list, progress) : deliveriesOf(list, progress, isIncluded)
}

async function patientsOf({ filters }: ExportOf<'patients'>, { signal, onProgress }: ExportProgressHandle) {
  const lines = [patientCsvHeader()]
  let count = 0
  for await (const patients of readPages(searchPatients, { query: filters }, signal)) {
    lines.push(patientCsvLines(patients))
    count += patients.length
    onProgress(count)
  }
  return lines
}

async function deliveriesOf(
  { filters }: ExportOf<'deliveries'>,
  { signal, onProgress }: ExportProgressHandle,
  isIncluded?: (row: DeliveryRow) => boolean,
) {
  const lines = [deliveryCsvHeader()]
  let count = 0
  for await (const deliveries of readDeliveriesForExport(filters, signal, isIncluded)) {
    lines.push(deliveryCsvLines(deliveries))
    count += deliveries.length
    onProgress(count)
  }
  return lines
}
