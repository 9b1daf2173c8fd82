import { randomUUID } from 'node:crypto'
import { type StoredPatient, searchFolding } from '#functions/data/entities/patient.ts'
import { patientBody } from './builders.ts'

/** Returns an ordinary stored patient without deliveries. */
export const plainPatient = (today: string): StoredPatient => ({
  ...patientBody,
  id: randomUUID(),
  external_id: '',
  state: 'CT',
  version: 1,
  created_at: `${today}T00:00:00.000Z`,
  updated_at: `${today}T00:00:00.000Z`,
  open_deliveries: 0,
  has_delivered: false,
  folding: searchFolding,
})
