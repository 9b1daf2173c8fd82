import { useState } from 'react'
import * as z from 'zod/mini'
import type { Delivery } from '#shared/model/delivery.ts'
import { requiredText } from '#shared/model/fields.ts'
import { allowedNextStatuses, isFinalStatus } from '#shared/rules/transitions.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { deliveryStatusLabel } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { FieldShell } from '../../../ui/field-shell.tsx'
import { TextAreaField } from '../../../ui/form.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { PhotoField } from '../../photo/photo-field.tsx'
import { buildPhotoForm } from '../../photo/photo-form.ts'
import { usePhotoChoice } from '../../photo/use-photo.ts'
import { canComplete } from '../can-complete.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import styles from './history.module.css'
import { StatusHistory } from './status-history.tsx'
import { statusChangeTexts, useChangeStatus } from './use-change-status.ts'
import { useConfirmPastReturn } from './use-confirm-past-return.ts'

/** The status history on a delivery's page. If `isAdmin` is true, the user can also change the status here. */
export function StatusTracker({ delivery, isAdmin }: { delivery: Delivery; isAdmin: boolean }) {
  return (
    <Card title={deliveryLabels.history}>
      {isAdmin && <StatusChangeControls delivery={delivery} />}
      <StatusHistory deliveryId={delivery.id} status={delivery.status} />
    </Card>
  )
}

const finalHint = 'Status cannot be changed once delivered or cancelled'
const noneHint = 'No status changes available'
const pleaseSelect = 'Select a status'
const updateStatus = 'Update Status'

/**
 * The controls with which a person who manages deliveries changes the status. They offer only those statuses that may follow the
 * current one.
 */
function StatusChangeControls({ delivery }: { delivery: Delivery }) {
  const { change, isPending, failure } = useChangeStatus(delivery, statusChangeTexts.tracker)
  const [chosen, setChosen] = useState('')
  const [isCancelling, setIsCancelling] = useState(false)
  const photoChoice = usePhotoChoice(null)
  const allowed = allowedNextStatuses(delivery.status, true)
  const nextStatus = allowed.find((status) => status === chosen)
  // Only a delivery that is under way can get a photo, either of the door or of a card that the driver left there.
  const takesPhoto = nextStatus !== undefined && canComplete(delivery)
  const { photo } = photoChoice
  const withPhoto =
    takesPhoto && photo ? async (data: object) => (await buildPhotoForm({ delivery, data, photo })).form : undefined

  const askIfOver = useConfirmPastReturn()

  async function update() {
    const goesOut = nextStatus === 'in_progress' || nextStatus === 'delivered'
    if (nextStatus === 'cancelled') setIsCancelling(true)
    else if (nextStatus && (!goesOut || (await askIfOver([delivery], updateStatus)))) change(nextStatus, { withPhoto })
  }
  const noChangeHint = isFinalStatus(delivery.status) ? finalHint : noneHint
  return (
    <div className={styles.tracker}>
      <div className={styles.choose}>
        <FieldShell label="Change status" hint={allowed.length === 0 && noChangeHint}>
          {(control) => (
            <Select
              control={control}
              options={allowed.map((status) => ({ value: status, label: deliveryStatusLabel(status) }))}
              placeholder={pleaseSelect}
              value={nextStatus ?? ''}
              disabled={allowed.length === 0}
              onChange={setChosen}
            />
          )}
        </FieldShell>
        {allowed.length > 0 && (
          <GuardedButton
            whyNot={nextStatus ? undefined : pleaseSelect}
            busy={isPending || photoChoice.isRewriting}
            busyText={isPending ? 'Updating...' : ''}
            onClick={() => void update()}
          >
            {updateStatus}
          </GuardedButton>
        )}
      </div>
      {takesPhoto && <PhotoField {...photoChoice} />}
      <FormAlert>{failure}</FormAlert>
      {isCancelling && (
        <CancelDialog
          patientName={delivery.patient_name}
          onClose={() => setIsCancelling(false)}
          onCancelled={(reason) => change('cancelled', { withPhoto, reason })}
        />
      )}
    </div>
  )
}

const cancellation = z.object({ reason: requiredText(deliveryLabels.reasonNeeded, 500) })

interface CancelDialogProps {
  patientName: string
  onCancelled: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of a cancellation, which cannot be undone. */
function CancelDialog({ patientName, onCancelled, onClose }: CancelDialogProps) {
  const form = useForm(cancellation, {
    initial: { reason: '' },
    onSubmit: async ({ reason }) => {
      onClose()
      onCancelled(reason)
    },
  })
  return (
    <FormDialog
      title={`Cancel the delivery for ${patientName}?`}
      form={form}
      submit="Cancel delivery"
      busyText="Cancelling..."
      leave="Keep delivery"
      onClose={onClose}
    >
      <p>A cancelled delivery can’t be reopened.</p>
      <TextAreaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}
