import { searchPatients } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { changeCachedRows, invalidate } from '../../lib/api/queries.ts'

/** A list that is read right after a change may still show the old state, so it is read again after this time, in milliseconds. */
const settlingMs = 1000

const rereadSoon = () => setTimeout(() => void invalidate(searchPatients), settlingMs)

/** Shows a changed patient in every cached list at once, and reads the lists again after `settlingMs`. */
export function updateCachedPatient(patient: Patient) {
  changeCachedRows(searchPatients, (rows) => rows.map((known) => (known.id === patient.id ? patient : known)))
  rereadSoon()
}

/** Removes a deleted patient from every cached list at once, and reads the lists again after `settlingMs`. */
export function removeCachedPatient(id: string) {
  changeCachedRows(searchPatients, (rows) => rows.filter((known) => known.id !== id))
  rereadSoon()
}

/** Reads every list of patients again, at once and after `settlingMs`. */
export function rereadPatients() {
  void invalidate(searchPatients)
  rereadSoon()
}
