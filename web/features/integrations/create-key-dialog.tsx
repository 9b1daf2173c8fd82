import { createApiKey, listApiKeys } from '#shared/api/api-keys.ts'
import { apiKeyForm, apiKeyPermissions, type NewApiKey } from '#shared/model/api-key.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { CheckboxGroupField } from '../../ui/choice.tsx'
import { Field } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface NewKeyDialogProps {
  onMade: (key: NewApiKey) => void
  onClose: () => void
}

export function CreateKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const { mutateAsync } = useApiMutation(createApiKey)
  const form = useForm(apiKeyForm(), {
    initial: { name: '', permissions: [], ends_on: '' },
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
      <Field form={form} name="ends_on" label="Valid through" type="date" optional />
    </FormDialog>
  )
}
