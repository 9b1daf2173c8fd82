import { listTimeRanges } from '#shared/api/deliveries.ts'
import { readSettings, updateSettings } from '#shared/api/settings.ts'
import { listUsers } from '#shared/api/users.ts'
import {
  mfaRules,
  recipientNoticeRules,
  recipientNoticeWays,
  returnWindowKinds,
  type Settings,
  settingsForm,
} from '#shared/model/settings.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { rememberAnswer, useApiMutation, useApiQuery } from '../../lib/api/queries.ts'
import { notAvailableText } from '../../lib/browser/format.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import { useFormDraft } from '../../lib/forms/form-drafts.ts'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { useRecordForm } from '../../lib/forms/use-record-form.ts'
import { paths, subscriptionLabel } from '../../lib/navigation/paths.ts'
import { sessionStore, useSignedInSession } from '../../lib/session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/choice.tsx'
import { Field, Form, TextAreaField } from '../../ui/form.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { SelectField } from '../../ui/select.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { Planning } from './planning-settings.tsx'
import styles from './settings.module.css'
import type { SettingsDraft } from './settings-draft.ts'
import { settingsFailureTexts } from './settings-failures.ts'
import { timeZoneOptions } from './time-zones.ts'

const windowLabels: Record<(typeof returnWindowKinds)[number], string> = {
  calendar: 'Calendar days',
  business: 'Business days (Mon–Fri)',
}

const noticeLabels: Record<(typeof recipientNoticeRules)[number], string> = {
  off: 'Off',
  asked: 'Patients who opted in',
  all: 'Everyone who has not opted out',
}

const wayLabels: Record<(typeof recipientNoticeWays)[number], string> = {
  email: 'Email',
  email_or_text: 'Email, and text where there is no email',
}

const mfaLabels: Record<(typeof mfaRules)[number], string> = {
  off: 'Optional',
  administrators: 'Required for administrators',
  everyone: 'Required for everyone',
}

interface PartProps {
  form: FormApi<SettingsDraft>
}

/** Returns the values of the form's own fields. */
const draftOf = ({
  npi_number: _npi,
  nabp_number: _nabp,
  verified: _verified,
  verification_asked: _asked,
  updates_held_today: _held,
  version: _version,
  ...fields
}: Settings): SettingsDraft => fields

/**
 * The form for all settings that can be changed. If someone else saves in the meantime, the user can load those changes and keeps
 * what was typed here.
 */
export function SettingsForm({ settings }: { settings: Settings }) {
  const draft = useFormDraft('settings')
  const update = useApiMutation(updateSettings)
  const { form, notice, load } = useRecordForm(settingsForm(), {
    record: settings,
    valuesOf: draftOf,
    read: async () => (await call(readSettings, {})).body,
    draft,
    sample: { ...draftOf(settings), closed_days: [''] },
    initial: draftOf(settings),
    failureText: (error) => (error.problems.length > 0 ? '' : errorDetail(error, settingsFailureTexts.save)),
    save: async (body, edited) => {
      const saved = await update.mutateAsync({ body, ...(edited && { headers: edited.headers }) })
      rememberAnswer(readSettings, {}, saved)
      rememberAnswer(listTimeRanges, {}, saved.time_ranges)
      accountAndAdminToast.success('Settings saved')
      // The session has the organisation's name, which the header shows, and its time zone, by which every screen knows the current
      // day.
      void sessionStore.refresh()
      return saved
    },
  })
  return (
    <Form form={form} label="Tenant Settings" className={styles.form}>
      {notice && <StaleNotice {...notice} failure={settingsFailureTexts.load} onLoad={() => void load()} />}
      <Organisation form={form} settings={settings} />
      <Security form={form} saved={settings.require_mfa} />
      <Planning form={form} />
      <Deliveries form={form} />
      <div className={styles.foot}>
        <Button type="submit" variant="primary" busy={form.busy} busyText="Saving...">
          Save settings
        </Button>
      </div>
    </Form>
  )
}

function Organisation({ form, settings }: PartProps & { settings: Settings }) {
  const { tenant } = useSignedInSession()
  return (
    <Card title="Organization" aside={<ButtonLink to={paths.subscription(tenant.id)}>{subscriptionLabel}</ButtonLink>}>
      <div className={styles.fields}>
        <Field form={form} name="name" label="Name" autoComplete="organization" />
        <div className={styles.pair}>
          <Field form={form} name="phone_number" label="Phone number" type="tel" autoComplete="tel-national" />
          <Field form={form} name="fax_number" label="Fax number" type="tel" autoComplete="off" />
        </div>
        <TextAreaField form={form} name="description" label="Description" rows={3} optional />
        <SelectField
          form={form}
          name="time_zone"
          label="Time zone"
          hint="Determines what counts as today, late and overdue."
          options={timeZoneOptions(settings.time_zone)}
        />
        <dl className={styles.facts}>
          <dt>NPI number</dt>
          <dd className="tabular">{settings.npi_number || notAvailableText}</dd>
          <dt>NABP number</dt>
          <dd className="tabular">{settings.nabp_number || notAvailableText}</dd>
        </dl>
      </div>
    </Card>
  )
}

const Deliveries = ({ form }: PartProps) => (
  <Card title="Deliveries">
    <div className={styles.fields}>
      <div className={styles.pair}>
        <Field
          form={form}
          name="return_window_days"
          label="Days until a package must return to stock"
          type="number"
          inputMode="numeric"
          hint="1 to 60, counted from the fill date."
          className={styles.number}
        />
        <SelectField
          form={form}
          name="return_window_kind"
          label="Counted in"
          options={returnWindowKinds.map((value) => ({ value, label: windowLabels[value] }))}
        />
      </div>
      <CheckboxField
        form={form}
        name="staff_see_all"
        label="Let delivery staff see all deliveries, not just their own"
      />
      <CheckboxField
        form={form}
        name="require_signer"
        label="Require the signer’s name and relationship to the patient"
      />
      <CheckboxField
        form={form}
        name="require_photo_id_check"
        label="Require a photo ID check on deliveries that need one"
      />
      <CheckboxField
        form={form}
        name="require_payment_method"
        label="Require a payment method when money is collected"
      />
      <CheckboxField
        form={form}
        name="truthful_first_delivery"
        label="Allow a first delivery to be completed without the HIPAA form or counseling, with a reason"
      />
      <SelectField
        form={form}
        name="recipient_notices"
        label="Delivery updates for recipients"
        hint="Updates say when a package will arrive and where it is. They never mention health."
        options={recipientNoticeRules.map((value) => ({ value, label: noticeLabels[value] }))}
      />
      <SelectField
        form={form}
        name="recipient_notice_ways"
        label="Send updates by"
        options={recipientNoticeWays.map((value) => ({ value, label: wayLabels[value] }))}
      />
      <Field
        form={form}
        name="reply_to"
        label="Reply address"
        type="email"
        autoComplete="email"
        hint="Where recipients’ replies to these emails go."
        optional
      />
    </div>
  </Card>
)

const withoutSecondStepText = (people: number) =>
  people === 1 ? '1 person hasn’t set up a second step yet' : `${people} people haven’t set up a second step yet`

function Security({ form, saved }: PartProps & { saved: Settings['require_mfa'] }) {
  const { require_mfa: rule } = form.values
  const { data: users } = useApiQuery(listUsers, {}, { enabled: rule !== saved && rule !== 'off' })
  const without = users?.filter(
    ({ is_active, is_tenant_admin, has_second_step }) =>
      is_active && has_second_step === false && (rule === 'everyone' || is_tenant_admin),
  ).length
  return (
    <Card title="Security">
      <div className={styles.fields}>
        <SelectField
          form={form}
          name="require_mfa"
          label="Two-step sign-in"
          hint="At their next sign-in, or within 24 hours, people without a second step must set one up before they can do anything else."
          options={mfaRules.map((value) => ({ value, label: mfaLabels[value] }))}
        />
        <LiveRegion role="status">
          {rule !== saved && rule !== 'off' && without !== undefined && withoutSecondStepText(without)}
        </LiveRegion>
        <Field
          form={form}
          name="idle_minutes"
          label="Sign out after inactivity (minutes)"
          type="number"
          inputMode="numeric"
          hint="5 to 480, or 0 for never. Anyone with a delivery in progress stays signed in."
          className={styles.number}
        />
      </div>
    </Card>
  )
}
