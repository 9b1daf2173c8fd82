import { loadPart } from '../../lib/browser/load-part.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { deliveryCountText } from '../deliveries/list/list-filters.ts'

const importMakeRecord = () => import('./make-record.ts')

/** The button that exports a patient's data and deliveries with their proofs. Patients have a right to get this record. */
export function ExportPatientRecordButton({ patientId }: { patientId: string }) {
  const { tenant } = useSignedInSession()
  return (
    <ExportButton
      name={['patient-record', 'zip']}
      countOf={deliveryCountText}
      failure="Failed to export the record"
      make={async (progress) => {
        const { makePatientRecordZip } = await loadPart(importMakeRecord)
        return makePatientRecordZip({ ...progress, patientId, organisation: tenant.name, timeZone: tenant.time_zone })
      }}
    >
      Export record
    </ExportButton>
  )
}
