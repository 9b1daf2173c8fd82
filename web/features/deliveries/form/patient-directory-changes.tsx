import { useState } from 'react'
import { readPatient } from '#shared/api/patients.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { patientColumnNames } from '#shared/model/exchange-columns.ts'
import type { Patient, PickedPatient } from '#shared/model/patient.ts'
import { objectKeys } from '#shared/model/shapes.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import styles from './delivery-form.module.css'
import { patientOfDelivery } from './picked-patient.ts'

/** Part of a request; `refresh_patient` makes the server copy the patient's details into the delivery again. */
export interface PatientRefresh {
  refresh_patient?: boolean
}

/**
 * Compares the patient's details in the directory with the delivery's copy. `use` accepts the directory's details. After that,
 * `sentWith` adds `refresh_patient` to the request, unless the user has chosen another patient.
 */
export function usePatientDirectoryChanges(delivery: Delivery | undefined, chosen: PickedPatient | null) {
  const [isUsed, setIsUsed] = useState(false)
  const isSamePatient = delivery !== undefined && chosen?.id === delivery.patient_id
  const { data: known } = useApiQuery(
    readPatient,
    { params: { id: delivery?.patient_id ?? '' } },
    { enabled: isSamePatient, retry: false },
  )
  const deliveryPatient = delivery && patientOfDelivery(delivery)
  const changes = isSamePatient && known && deliveryPatient ? changedDetails(deliveryPatient, known) : []
  return {
    /** The details that have changed, in words. Empty once the new ones are used. */
    changes: isUsed ? [] : changes,
    use() {
      setIsUsed(true)
      return known ?? null
    },
    sentWith: <T extends object>(checked: T): T & PatientRefresh =>
      isUsed && isSamePatient ? { ...checked, refresh_patient: true } : checked,
  }
}

interface DetailChange {
  label: string
  from: string
  to: string
}

const inWords = (value: string | boolean) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || 'none')

/** Returns the details that a delivery copies from its patient and that differ from the directory. */
function changedDetails(deliveryPatient: PickedPatient, known: Patient): DetailChange[] {
  const copied = objectKeys(patientColumnNames).flatMap((name) => {
    const from = name in deliveryPatient && name !== 'external_id' ? Reflect.get(deliveryPatient, name) : undefined
    return from === undefined || from === known[name] ? [] : { label: patientColumnNames[name], from, to: known[name] }
  })
  return copied.map(({ label, from, to }) => ({ label, from: inWords(from), to: inWords(to) }))
}

interface NoticeProps {
  changes: readonly DetailChange[]
  onUse: () => void
}

/** Offers to use the patient's current details from the directory, which differ from the delivery's copy. */
export const DirectoryNotice = ({ changes, onUse }: NoticeProps) => (
  <FormAlert tone="notice">
    <div className={styles.directory}>
      The patient’s details have changed in the directory
      <ul>
        {changes.map(({ label, from, to }) => (
          <li key={label}>
            {label}: <s>{from}</s> {to}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={onUse}>
        Use new details
      </Button>
    </div>
  </FormAlert>
)
