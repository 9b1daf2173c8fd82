import { searchPatients } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { changeRows, invalidate } from '../../lib/api/queries.ts'

/** A list that is read in the same moment may still tell the old state. */
const settlingMs = 1000

const rereadSoon = () => setTimeout(() => void invalidate(searchPatients), settlingMs)

/** Shows a changed patient wherever they are listed. */
export function keepPatient(patient: Patient) {
  changeRows(searchPatients, (rows) => rows.map((known) => (known.id === patient.id ? patient : known)))
  rereadSoon()
}

/** Takes a deleted patient off the lists. */
export function dropPatient(id: string) {
  changeRows(searchPatients, (rows) => rows.filter((known) => known.id !== id))
  rereadSoon()
}

/** Reads every list of patients again: one was added, or somebody else has changed one. */
export function rereadPatients() {
  void invalidate(searchPatients)
  rereadSoon()
}
