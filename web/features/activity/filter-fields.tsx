import { listUsers } from '#shared/api/users.ts'
import { type ActivityEvent, actionKeys, activityActions, isLookAction } from '#shared/model/activity.ts'
import { viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { InstantCheckbox } from '../../ui/choice.tsx'
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Select } from '../../ui/select.tsx'
import { administrationFailureTexts } from '../people/administration-failures.ts'
import styles from './activity.module.css'
import type { ActivityFilters } from './activity-filters.ts'
import { SubjectFilterFields } from './subject-filter-fields.tsx'

interface FilterFieldsProps {
  filters: ActivityFilters
  /** The events that are shown. */
  events: readonly ActivityEvent[]
  /** Receives only the changed filters. */
  onChange: (some: Partial<ActivityFilters>) => void
}

const anybody: readonly ComboboxOption[] = [
  { value: '', label: 'Anyone' },
  { value: 'null', label: 'System' },
]

const everyAction = actionKeys().map((value) => ({ value, label: activityActions[value].label }))
const actionGroups = [
  { label: 'Changes', options: everyAction.filter(({ value }) => !isLookAction(value)) },
  { label: 'Views', options: everyAction.filter(({ value }) => isLookAction(value)) },
]

export function ActivityFilterFields({ filters, events, onChange }: FilterFieldsProps) {
  const maySearch = useSignedInSession().hasAny(viewDeliveriesRule)
  const users = useApiQuery(listUsers, {})
  const people = (users.data ?? []).map(({ id, full_name, email }) => ({ value: id, label: full_name, hint: email }))
  return (
    <search className={styles.filters}>
      <FieldShell label="Person">
        {({ id }) => (
          <Combobox
            id={id}
            label="Person"
            value={filters.person}
            options={[...anybody, ...people]}
            // A deleted person is no longer among the options, but the address can still contain that person's id as the filter.
            placeholder={filters.person && 'Someone else'}
            onChange={(person) => onChange({ person })}
          />
        )}
      </FieldShell>
      <FieldShell label="Action">
        {(control) => (
          <Select
            control={control}
            options={actionGroups}
            placeholder="All actions"
            value={filters.action}
            onChange={(action) => onChange({ action })}
          />
        )}
      </FieldShell>
      {maySearch && <SubjectFilterFields filters={filters} events={events} onChange={onChange} />}
      <DayField label="From" value={filters.from} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={filters.to} onChange={(to) => onChange({ to })} />
      {!filters.action && (
        <InstantCheckbox
          label="Show views"
          checked={filters.looks === '1'}
          onChange={(isShown) => onChange({ looks: isShown ? '1' : '' })}
        />
      )}
      {filters.subject && <Button onClick={() => onChange({ subject: '' })}>Clear record filter</Button>}
      <FormAlert>{users.isError && administrationFailureTexts.users}</FormAlert>
    </search>
  )
}

interface DayFieldProps {
  label: string
  value: string
  onChange: (day: string) => void
}

const DayField = ({ label, value, onChange }: DayFieldProps) => (
  <FieldShell label={label}>
    {(control) => <input {...control} type="date" value={value} onChange={({ target }) => onChange(target.value)} />}
  </FieldShell>
)
