import { type ComponentProps, useEffect } from 'react'
import type * as z from 'zod/mini'
import { signUpCompany } from '#shared/api/registration.ts'
import { type CompanyForm, companyForm, descriptionCounterLimit, signUpExpiredText } from '#shared/model/sign-up.ts'
import { hasValidNpiCheckDigit } from '#shared/rules/npi.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, conflictAsFieldProblem } from '../../lib/api/call-error.ts'
import { toast } from '../../lib/browser/toast.ts'
import type { DraftValues } from '../../lib/forms/form-values.ts'
import { type FormApi, useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxGroupField } from '../../ui/choice.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Field, type FieldProps, Form, TextAreaField } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useOfferedBusinessTypes } from './offered-products.ts'
import styles from './sign-up.module.css'
import { BorderedSection } from './sign-up-frame.tsx'
import { readSignUpProgress, registrationFailureText, saveSignUpProgress } from './sign-up-record.ts'

/** Returns the schema's message about the chosen business types, or '' if they are valid. */
const typesProblem = (keys: readonly string[]) =>
  companyForm().shape.business_type.safeParse(keys).error?.issues[0]?.message ?? ''

const npiHint = (npi: string) =>
  /^\d{10}$/.test(npi) && !hasValidNpiCheckDigit(npi)
    ? 'Please check this number: its last digit doesn’t match the others. If it’s correct, you can continue.'
    : undefined

/**
 * Returns the fields to send. The NABP number, whose field is shown only to pharmacies, is '' for all others. If no domain was
 * typed, this page's domain is sent. The time zone of a new organisation is that of the browser.
 */
const sentFields = (fields: CompanyForm): CompanyForm => ({
  ...fields,
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  domain: fields.domain || location.hostname,
  metadata: {
    ...fields.metadata,
    nabp_number: fields.business_type.includes('pharmacy') ? fields.metadata.nabp_number : '',
  },
})

/**
 * Starts the sign-up and resolves to the tenant's id. Rejects if the browser cannot store the progress or if the call fails. A
 * conflict becomes a problem of the email field.
 */
async function start(fields: CompanyForm): Promise<string> {
  // Forget the tenant of an earlier start. If this start failed, the second step could otherwise continue with that tenant.
  if (!saveSignUpProgress({ tenant_id: '' })) throw new CallError({ status: 0, detail: 'Failed to process form data' })
  try {
    return (await call(signUpCompany, { body: sentFields(fields) })).body.tenant_id
  } catch (error) {
    throw conflictAsFieldProblem('email', error)
  }
}

interface CompanyFormProps {
  form: FormApi<CompanyDraft>
}

function CompanyPanel({ form }: CompanyFormProps) {
  const { business_type, metadata } = form.values
  return (
    <BorderedSection title="Your company">
      <BusinessTypesField form={form} />
      <Field form={form} name="company_name" label="Company Name" autoComplete="organization" />
      <div className={styles.pair}>
        <DigitsField form={form} name="phone_number" label="Phone Number" type="tel" autoComplete="tel-national" />
        <DigitsField form={form} name="metadata.fax_number" label="Fax Number" type="tel" autoComplete="off" />
        <DigitsField
          form={form}
          name="metadata.npi_number"
          label="NPI Number"
          autoComplete="off"
          hint={npiHint(metadata.npi_number)}
        />
        {business_type.includes('pharmacy') && (
          <DigitsField form={form} name="metadata.nabp_number" label="NABP Number" autoComplete="off" />
        )}
      </div>
      <Field
        form={form}
        name="domain"
        label="Domain"
        optional
        hint="Your own website, such as example.com"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextAreaField
        form={form}
        name="metadata.company_description"
        label="Company Description"
        optional
        hint={`${metadata.company_description.length}/${descriptionCounterLimit}`}
      />
    </BorderedSection>
  )
}

function AdministratorPanel({ form }: CompanyFormProps) {
  return (
    <BorderedSection title="Your administrator">
      <p className="muted small">This person manages users, roles and subscriptions. You can add others later.</p>
      <div className={styles.pair}>
        <Field form={form} name="full_name" label="Full Name" autoComplete="name" />
        <Field
          form={form}
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </BorderedSection>
  )
}

interface CompanyStepProps {
  isExpired: boolean
  onDone: () => void
}

/** The first step of the sign-up, which asks about the organisation and its first administrator. */
export function CompanyStep({ isExpired, onDone }: CompanyStepProps) {
  const form = useForm(companyForm(), {
    initial: readSignUpProgress().company,
    failureText: (error) => (error.problems.length > 0 ? '' : registrationFailureText(error)),
    onSubmit: async (fields) => {
      saveSignUpProgress({ tenant_id: await start(fields) })
      toast.success('Account created successfully!')
      onDone()
    },
  })
  const { values } = form
  useEffect(() => {
    saveSignUpProgress({ company: values })
  }, [values])

  const missing = typesProblem(values.business_type)
  return (
    <Form form={form} label="Company" className={styles.form}>
      {isExpired && <FormAlert>{signUpExpiredText}</FormAlert>}
      <CompanyPanel form={form} />
      <AdministratorPanel form={form} />
      <div className={styles.actions}>
        {missing && (
          <span id="needed" className="muted small">
            {missing}
          </span>
        )}
        <Button
          type="submit"
          variant="primary"
          aria-disabled={missing !== ''}
          aria-describedby={missing && 'needed'}
          busy={form.busy}
          busyText="Creating account..."
        >
          Next
        </Button>
      </div>
    </Form>
  )
}

type DigitsFieldProps = Pick<
  FieldProps<CompanyDraft, string, ComponentProps<'input'>>,
  'form' | 'name' | 'label' | 'type' | 'autoComplete' | 'hint'
>

/** A field for a number that has only digits, such as a phone or NPI number. Phones show their numeric keyboard for it. */
const DigitsField = (props: DigitsFieldProps) => <Field inputMode="numeric" {...props} />

function BusinessTypesField({ form }: { form: FormApi<CompanyDraft> }) {
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

/** The values of the form of the sign-up's first step while it is being filled in. */
type CompanyDraft = DraftValues<z.input<ReturnType<typeof companyForm>>>
