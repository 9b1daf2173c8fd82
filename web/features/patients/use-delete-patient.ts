import { deletePatient } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { withRefusalReason } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { deletionQuestion, useConfirm } from '../../ui/confirm.tsx'
import { removeCachedPatient, rereadPatients } from './patient-cache.ts'
import { patientFailureTexts } from './patient-failures.ts'

/** Returns a function that asks whether to delete a patient, and deletes the patient. A refusal is shown at the patient's row. */
export function useDeletePatient(refusals: RowRefusalState) {
  const confirm = useConfirm()
  const { mutate } = useApiMutation(deletePatient)

  return async ({ id, name }: Patient) => {
    const agreed = await confirm(deletionQuestion('Delete patient', name))
    if (!agreed) return
    refusals.clear()
    mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast.success('Patient deleted successfully')
          removeCachedPatient(id)
        },
        onError: (error) => {
          toast.error(patientFailureTexts.deletion)
          refusals.refuse(id, withRefusalReason(patientFailureTexts.deletion, error))
          rereadPatients()
        },
      },
    )
  }
}
