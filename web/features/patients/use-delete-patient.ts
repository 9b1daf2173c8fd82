import { deletePatient } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { withRefusal } from '../../lib/call-error.ts'
import { deletionQuestion } from '../../lib/deletion-question.ts'
import { useApiMutation } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { dropPatient, rereadPatients } from './patient-cache.ts'
import { patientFailures } from './patient-failures.ts'

/** Asks, deletes and says so. */
export function useDeletePatient() {
  const confirm = useConfirm()
  const { mutate } = useApiMutation(deletePatient)

  return async ({ id, name }: Patient) => {
    const agreed = await confirm(deletionQuestion('Delete patient', name))
    if (!agreed) return
    mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast.success('Patient deleted successfully')
          dropPatient(id)
        },
        onError: (error) => {
          toast.error(withRefusal(patientFailures.deletion, error))
          rereadPatients()
        },
      },
    )
  }
}
