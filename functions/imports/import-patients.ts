import type * as imports from '#shared/api/imports.ts'
import { type ImportResult, importedPatient } from '#shared/model/import.ts'
import { newPatient } from '#shared/model/patient.ts'
import { sentFields } from '#shared/model/shapes.ts'
import { withoutLeadingZeros } from '#shared/rules/external-ids.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutPatient } from '../data/subjects.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { parseOrRefuse } from '../http/read-request.ts'
import type { Services } from '../http/services.ts'
import { comparablePatient } from '../patients/comparable-patient.ts'
import { newPatientWrites, newStoredPatient } from '../patients/patient-writes.ts'
import { composePatientEdit } from '../patients/update-patient.ts'
import {
  type ImportRow,
  importResultWrites,
  importRows,
  type RowImportRequest,
  successfulRowResult,
} from './import-rows.ts'
import { moveExtension } from './phone-extension.ts'
import { findSamePatient } from './same-patient.ts'

export const importPatients: Operation<typeof imports.importPatients> = (request, services) =>
  importRows(request, services, {
    keysOf: keysOfPatientRow,
    importOne: (one) => retryIfOvertaken(() => importPatient(one, request.caller, services)),
  })

const textIn = (row: ImportRow, field: string) => {
  const cell = row[field]
  return typeof cell === 'string' ? cell : ''
}

/**
 * Returns the keys of the patient whom a row describes. Rows with the same external ID, phone number or name may mean the same one,
 * or ask whether they do.
 */
export function keysOfPatientRow(row: ImportRow): string[] {
  const id = withoutLeadingZeros(textIn(row, 'external_id'))
  const { name, phone } = comparablePatient({ name: textIn(row, 'name'), phone: textIn(row, 'phone') })
  return [id && `id ${id}`, phone && `phone ${phone}`, name && `name ${name}`].filter(Boolean)
}

async function importPatient(one: RowImportRequest, caller: Caller, services: Services): Promise<ImportResult> {
  const { row, isDry, activity } = one
  const moved = moveExtension(row)
  const { rename, same_patient, new_patient, ...sent } = parseOrRefuse(importedPatient(), moved, 'body')
  const decisions = { rename, same_patient, new_patient }
  const { patient, remember } = await findSamePatient({
    table: services.table,
    keys: caller.keys,
    row: sent,
    decisions,
  })
  if (patient) {
    // A patient who has an external ID keeps it: the row's own may lack its leading zeros.
    const { access_notes } = moveExtension(row, patient.access_notes)
    const given = parseOrRefuse(importedPatient(), { ...sent, access_notes }, 'body')
    const { external_id = '', ...others } = sentFields(given)
    const fields = patient.external_id || !external_id ? others : { ...others, external_id }
    const edit = composePatientEdit({ stored: patient, sent: fields }, caller, services)
    if (!edit) return successfulRowResult('unchanged', patient.id)
    const answer = successfulRowResult('updated', patient.id)
    const { next, changes, writes } = edit
    if (!isDry)
      await activity.record(
        { action: 'patient.edited', ...aboutPatient(next), changes },
        ...importResultWrites(one, answer),
        ...writes,
      )
    return answer
  }
  const added = newStoredPatient(parseOrRefuse(newPatient(), moved, 'body'), caller, services)
  if (isDry) return successfulRowResult('added', null)
  const answer = successfulRowResult('added', added.id)
  await activity.record(
    { action: 'patient.created', ...aboutPatient(added) },
    ...importResultWrites(one, answer),
    ...newPatientWrites(caller.keys, added, () => new OvertakenError()),
    ...remember(added),
  )
  return answer
}
