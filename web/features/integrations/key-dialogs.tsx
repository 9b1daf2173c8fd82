import { createApiKey, listApiKeys } from '#shared/api/api-keys.ts'
import { apiKeyForm, apiKeyPermissions, mostKeyDays, type NewApiKey, proposedKeyDays } from '#shared/model/api-key.ts'
import { addDays } from '#shared/rules/dates.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { useCopyToClipboard } from '../../lib/browser/use-copy-to-clipboard.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useToday } from '../../lib/session/clock.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxGroupField } from '../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { Field } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import styles from './integrations.module.css'

interface NewKeyDialogProps {
  onMade: (key: NewApiKey) => void
  onClose: () => void
}

export function CreateKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const { mutateAsync } = useApiMutation(createApiKey)
  const today = useToday()
  const form = useForm(apiKeyForm(), {
    initial: { name: '', permissions: [], ends_on: addDays(today, proposedKeyDays) },
    failureText: (error) => (error.problems.length > 0 ? '' : errorDetail(error, 'Failed to create the key')),
    onSubmit: async (body) => {
      const made = await mutateAsync({ body })
      void invalidate(listApiKeys)
      onMade(made)
    },
  })
  return (
    <FormDialog title="New API key" form={form} submit="Create key" busyText="Creating..." onClose={onClose}>
      <Field form={form} name="name" label="Key name" hint="The software that will use it." autoComplete="off" />
      <CheckboxGroupField
        form={form}
        name="permissions"
        label="Permissions"
        options={apiKeyPermissions.map(({ key, name, description }) => ({
          value: key,
          label: name,
          hint: description,
        }))}
      />
      <Field
        form={form}
        name="ends_on"
        label="Valid through"
        type="date"
        hint="At most a year from now. We’ll email you two weeks before."
        min={today}
        max={addDays(today, mostKeyDays)}
      />
    </FormDialog>
  )
}

/** Shows the secret of a new key, which cannot be displayed again later. */
export function KeySecretDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { field, status, copy } = useCopyToClipboard(apiKey)
  return (
    <Dialog title="Your new key" onClose={onClose} fullOnPhone>
      <p>
        <strong>Copy it now. You won’t see it again.</strong> Anyone who has this key can use its permissions. Store it
        where your software keeps its secrets.
      </p>
      <FieldShell label="Key">
        {(control) => (
          <input {...control} ref={field} className={`${control.className} ${styles.key}`} value={apiKey} readOnly />
        )}
      </FieldShell>
      <LiveRegion role="status">{status}</LiveRegion>
      <DialogActions>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
