import type { FormApi } from '../../lib/forms/use-form.ts'
import { CheckboxGroupField } from '../../ui/choice.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { CompanyDraft } from './company-draft.ts'
import styles from './sign-up.module.css'
import { useOfferedBusinessTypes } from './use-offered-groups.ts'

export function BusinessTypesField({ form }: { form: FormApi<CompanyDraft> }) {
  const { offered, failed, retry } = useOfferedBusinessTypes()
  if (offered)
    return (
      <CheckboxGroupField
        form={form}
        name="business_type"
        label="Business Type"
        required
        options={offered.map(({ key, name, description }) => ({ value: key, label: name, hint: description }))}
      />
    )
  return (
    <div className={styles.waiting}>
      {failed ? (
        <FailedState message="Failed to load business types" onRetry={retry} />
      ) : (
        <Spinner label="Loading business types..." />
      )}
    </div>
  )
}
