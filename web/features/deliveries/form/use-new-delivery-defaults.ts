import type { PickedPatient } from '#shared/model/patient.ts'
import { nextPossibleTime } from '#shared/rules/delivery-days.ts'
import { useOrganisationDateTime } from '../../../lib/session/clock.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import type { NewDeliveryDefaults } from './delivery-form-values.ts'

/** Returns a function that says what a new delivery for a patient, or one whose patient is not chosen yet, starts with. */
export function useNewDeliveryDefaults() {
  const { tenant } = useSignedInSession()
  const clock = useOrganisationDateTime()
  const { signature_required, require_photo_id } = tenant.new_delivery_defaults
  return (patient?: PickedPatient | null, timeRange = patient?.time_range): NewDeliveryDefaults => ({
    ...(nextPossibleTime(tenant, clock, timeRange) ?? { delivery_date: '', time_range: '' }),
    signature_required,
    require_photo_id: require_photo_id || patient?.require_photo_id === true,
  })
}
