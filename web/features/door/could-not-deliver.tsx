import { useRef } from 'react'
import { attemptForm, attemptReasonNeededText, attemptReasons } from '#shared/model/attempt.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { serverNow } from '../../lib/session/clock.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { RadioChoice } from '../../ui/choice.tsx'
import { TextAreaField } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { DeliveryAtDoor } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import type { DoorAction } from '../deliveries/unsent/door-action.ts'
import { keepAndSendOrThrow } from '../deliveries/unsent/sending.ts'
import { PhotoField } from '../photo/photo-field.tsx'
import { usePhotoChoice } from '../photo/use-photo.ts'
import styles from './completion.module.css'

interface CouldNotProps {
  packages: readonly DeliveryAtDoor[]
  onClose: () => void
}

/** The dialog for packages that could not be delivered: large buttons for the reason, and a note. */
export function CouldNotDeliverDialog({ packages, onClose }: CouldNotProps) {
  const [first] = packages
  const { user } = useSignedInSession()
  // The first press of Save sets the time and the keys. A second press sends the same ones, so that the attempt is recorded once.
  const pressed = useRef({ at: '', keys: new Map<string, string>() })
  const photoChoice = usePhotoChoice(null)
  const { photo, isRewriting } = photoChoice
  const form = useForm(attemptForm(), {
    initial: { reason: '', note: '', captured_at: null, delivery_photo_key: null },
    onSubmit: async ({ reason, note }) => {
      if (isRewriting) return
      pressed.current.at ||= serverNow().toISOString()
      const { at, keys } = pressed.current
      const actions = packages.map(({ id, version, patient_name }, i): DoorAction => {
        const key = keys.get(id) ?? crypto.randomUUID()
        keys.set(id, key)
        return {
          key,
          userId: user.id,
          deliveryId: id,
          patientName: patient_name,
          version,
          pressedAt: at,
          // The photo shows the door, so only the first package is sent with it.
          work: { kind: 'attempt', body: { reason, note, captured_at: at }, photo: i === 0 ? photo : null },
        }
      })
      const { isWaiting } = await keepAndSendOrThrow(actions)
      if (isWaiting) toast.show('Saved on this phone')
      else toast.success('Saved. Bring the package back to the pharmacy.')
      onClose()
    },
  })
  const { reason } = form.values
  return (
    <FormDialog
      title={`${deliveryLabels.couldNot}: ${first?.patient_name ?? ''}`}
      form={form}
      submit="Save"
      busyText="Saving..."
      onClose={onClose}
    >
      <div className={styles.reasons}>
        <RadioChoice
          label="Reason"
          value={reason}
          options={attemptReasons}
          error={form.errors.reason && attemptReasonNeededText}
          onChange={(chosen) => form.set('reason', chosen)}
        />
      </div>
      <TextAreaField form={form} name="note" label="Note" optional={reason !== 'other'} />
      <PhotoField label="Photo of the door" {...photoChoice} />
      <p className="muted small">The time is recorded when you save.</p>
    </FormDialog>
  )
}
