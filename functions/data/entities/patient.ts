import { type Patient, patientDefaults } from '#shared/model/patient.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** The number of the folding by `shared/rules/fold-text.ts`. */
export const searchFolding = 2

/** What imports need to know about a patient who was merged into another one. */
interface MergedPatient {
  id: string
  name: string
  external_id: string
}

export interface StoredPatient extends Patient {
  open_deliveries: number
  /** Whether the patient has ever received a delivery. It becomes false again only if each completion was declared a mistake. */
  has_delivered: boolean
  /** The delivery whose completion was recorded last. Absent if none was since this release. */
  last_received_id?: string
  deleted_at?: string
  /** The patient into whom this patient was merged. Such a patient counts as deleted, and its id leads to the other one. */
  merged_into?: string
  /** The patients who were merged into this one, and into them, the newest last. */
  merged?: MergedPatient[]
  /** Whether someone has said that each unit at the patient's street address is a stop of its own. */
  own_stop?: boolean
  /** When the patient last unsubscribed by a link. The staff may have switched notices on again since. */
  notices_ended_at?: string
  /** How the words of the search entries are folded. It is 1 until the migration `2026-11-28-search` has reached the patient. */
  folding: number
}

/**
 * A search entry for a patient. It contains all of the patient's fields that responses show, so that a search takes a single query.
 */
export interface PatientSearchEntry extends Patient {
  words: string[]
}

export const patientKind = flatKind<StoredPatient>('patient', { folding: 1, ...patientDefaults })
export const patientSearchEntryKind = flatKind<PatientSearchEntry>('search entry', patientDefaults)

export function patientKeys(tenant: string) {
  const searchPk = (word: string) => `${tenant}#PS#${[...word][0] ?? ''}`
  return {
    patient: (id: string) => keyAt<StoredPatient>(patientKind, `${tenant}#PT#${id}`, 'PATIENT'),
    search: (word: string): Partition<PatientSearchEntry> => ({ pk: searchPk(word), kind: patientSearchEntryKind }),
    searchEntry: (word: string, id: string) =>
      keyAt<PatientSearchEntry>(patientSearchEntryKind, searchPk(word), `${word}#${id}`),
    names: { pk: `${tenant}#PN`, kind: patientSearchEntryKind } satisfies Partition<PatientSearchEntry>,
    nameEntry: (name: string, id: string) =>
      keyAt<PatientSearchEntry>(patientSearchEntryKind, `${tenant}#PN`, `${name}#${id}`),
  }
}

export function patientAccessPatterns(): AccessPattern[] {
  const example = patientKeys('T#t')
  return [
    { question: 'one patient, and whether open or delivered deliveries exist', example: example.patient('id') },
    { question: 'which patients have a word that starts with …', example: example.searchEntry('word', 'id') },
    { question: 'the patient directory in order', example: example.nameEntry('name', 'id') },
  ]
}
