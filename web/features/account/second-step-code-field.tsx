import type { FormApi } from '../../lib/forms/use-form.ts'
import { Field } from '../../ui/form.tsx'

/** The field for the code of an authenticator app, or for a recovery code. */
export const SecondStepCodeField = ({ form }: { form: FormApi<{ code: string }> }) => (
  <Field
    form={form}
    name="code"
    label="Code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    hint="From your authenticator app, or a recovery code"
  />
)
