import { useRef } from 'react'
import { recordAttempt } from '#shared/api/attempts.ts'
import { attemptForm, attemptReasons, reasonNeeded } from '#shared/model/attempt.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { call } from '../../lib/api/call.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Choice } from '../../ui/choice.tsx'
import { TextAreaField } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { keepDelivery } from '../deliveries/delivery-cache.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import styles from './completion.module.css'

interface CouldNotProps {
  packages: readonly RunDelivery[]
  onClose: () => void
}

/** Why nobody took the packages of a stop: reasons as large choices, one note. */
export function CouldNotDeliver({ packages, onClose }: CouldNotProps) {
  const [first] = packages
  // Sent again after a lost answer, the same words find their own result.
  const tried = useRef({ said: '', at: '', keys: new Map<string, string>() })
  const form = useForm(attemptForm(), {
    initial: { reason: '', note: '', captured_at: null },
    onSubmit: async ({ reason, note }) => {
      const said = `${reason} ${note}`
      if (tried.current.said !== said) tried.current = { said, at: new Date().toISOString(), keys: new Map() }
      const { at, keys } = tried.current
      for (const { id, version } of packages) {
        const key = keys.get(id) ?? crypto.randomUUID()
        keys.set(id, key)
        const headers = { 'if-match': String(version), 'idempotency-key': key }
        const body = { reason, note, captured_at: at }
        keepDelivery((await call(recordAttempt, { params: { id }, body, headers })).body)
      }
      toast.success('Saved. Bring it back to the pharmacy.')
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
        <Choice
          label="Reason"
          value={reason}
          options={attemptReasons}
          error={form.errors.reason && reasonNeeded}
          onChange={(chosen) => form.set('reason', chosen)}
        />
      </div>
      <TextAreaField form={form} name="note" label="Note" optional={reason !== 'other'} />
    </FormDialog>
  )
}
