import { useEffect } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { type LeaveGuardRef, useMayLeave } from '../../../ui/use-may-leave.ts'
import type { PatientPickerComponent } from '../../patients/picked-patient.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { DeliveryInformationFields } from './delivery-information-fields.tsx'
import { RxRows, SkuRows } from './goods-rows.tsx'
import { DirectoryNotice } from './patient-directory-changes.tsx'
import { RequirementFields } from './requirement-fields.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { type DeliveryFormOptions, useDeliveryForm } from './use-delivery-form.ts'
import type { FormChoices } from './use-form-data.ts'

interface DeliveryFormProps extends DeliveryFormOptions {
  data: FormChoices
  PatientPicker: PatientPickerComponent
  onCancel: () => void
  guard?: LeaveGuardRef
}

export function DeliveryForm({ data, PatientPicker, onCancel, guard, ...options }: DeliveryFormProps) {
  const { delivery } = options
  const { form, patient, choosePatient, directory, notice, loadNewest, setIntent } = useDeliveryForm(options)
  const mayLeave = useMayLeave(form)
  useEffect(() => {
    if (!guard) return
    guard.current = mayLeave
    return () => {
      guard.current = undefined
    }
  })

  async function cancel() {
    if (await mayLeave()) onCancel()
  }

  return (
    <Form form={form} label={delivery ? 'Edit delivery' : 'New delivery'}>
      {notice && (
        <StaleNotice {...notice} failure={deliveryLabels.detailsNotRefreshed} onLoad={() => void loadNewest()} />
      )}
      <Card title="Patient Information">
        <div data-picker="">
          <PatientPicker
            selected={patient}
            error={form.errors.patient_id}
            disabled={form.busy}
            takesFocus={!delivery}
            onSelect={choosePatient}
          />
        </div>
        {directory.changes.length > 0 && (
          <DirectoryNotice changes={directory.changes} onUse={() => choosePatient(directory.use())} />
        )}
      </Card>
      <DeliveryInformationFields form={form} data={data} delivery={delivery} />
      <RxRows form={form} deliveryId={delivery?.id} />
      <SkuRows form={form} />
      <RequirementFields form={form} />
      <SaveButtons form={form} isNew={!delivery} onIntent={setIntent} onCancel={() => void cancel()} />
    </Form>
  )
}
