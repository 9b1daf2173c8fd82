import { searchPatients } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { changeRows, invalidate } from '../../lib/api/queries.ts'

/** A list that is read at the same moment may still show the old state. */
const settlingMs = 1000

const rereadSoon = () => setTimeout(() => void invalidate(searchPatients), settlingMs)

/** Shows a changed patient in every list. */
export function keepPatient(patient: Patient) {
  changeRows(searchPatients, (rows) => rows.map((known) => (known.id === patient.id ? patient : known)))
  rereadSoon()
}

/** Removes a deleted patient from the lists. */
export function dropPatient(id: string) {
  changeRows(searchPatients, (rows) => rows.filter((known) => known.id !== id))
  rereadSoon()
}

/** Reads every list of patients again, after one was added or was changed by somebody else. */
export function rereadPatients() {
  void invalidate(searchPatients)
  rereadSoon()
}
