import { useState } from 'react'
import { keyof } from 'zod/mini'
import { readPatient } from '#shared/api/patients.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type PickedPatient, pickedPatient } from '#shared/model/patient.ts'
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
  const isKept = delivery !== undefined && chosen?.id === delivery.patient_id
  const { data: known } = useApiQuery(
    readPatient,
    { params: { id: delivery?.patient_id ?? '' } },
    { enabled: isKept, retry: false },
  )
  const kept = delivery && patientOfDelivery(delivery)
  const differs = isKept && known && keyof(pickedPatient()).options.some((name) => known[name] !== kept?.[name])
  return {
    differs: Boolean(differs) && !isUsed,
    use() {
      setIsUsed(true)
      return known ?? null
    },
    sentWith: <T extends object>(checked: T): T & PatientRefresh =>
      isUsed && isKept ? { ...checked, refresh_patient: true } : checked,
  }
}

/** Offers to use the patient's current details from the directory, which differ from the delivery's copy. */
export const DirectoryNotice = ({ onUse }: { onUse: () => void }) => (
  <FormAlert tone="notice">
    <div className={styles.directory}>
      The patient’s details have changed in the directory
      <Button size="small" onClick={onUse}>
        Use new details
      </Button>
    </div>
  </FormAlert>
)
