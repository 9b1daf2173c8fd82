import { type AccessPattern, flatKind, keyAt } from '../key.ts'

/**
 * The id of the patient or delivery that an import created from a row. When an equal row is imported again, the import finds this
 * entry and does not create a second patient or delivery.
 */
interface ImportedEntry {
  id: string
  /** The deliveries that earlier imports have planned for the same patient, day and time range, the newest first. */
  earlier?: string[]
}

const importedKind = flatKind<ImportedEntry>('imported entry')

/** The values by which an import recognises that the patient of a row exists already; see `findSamePatient`. */
interface PatientLook {
  name: string
  phone: string
  zip_code: string
}

interface DeliveryLook {
  patient_id: string
  delivery_date: string
  time_range: string
}

export const importedEntryKeys = (tenant: string) => ({
  importedPatient: ({ name, phone, zip_code }: PatientLook) =>
    keyAt<ImportedEntry>(importedKind, `${tenant}#IP#${name}`, `${phone}#${zip_code}`),
  importedDelivery: ({ patient_id, delivery_date, time_range }: DeliveryLook) =>
    keyAt<ImportedEntry>(importedKind, `${tenant}#ID#${patient_id}`, `${delivery_date}#${time_range}`),
})

export const importedEntryAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which patient did an import create from this row',
    example: importedEntryKeys('T#t').importedPatient({ name: 'gracehopper', phone: '5550100142', zip_code: '06510' }),
  },
  {
    question: 'which delivery did an import create from this row',
    example: importedEntryKeys('T#t').importedDelivery({
      patient_id: 'patient',
      delivery_date: '2026-11-24',
      time_range: '09:00-12:00',
    }),
  },
]
