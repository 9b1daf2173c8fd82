import { type ReactNode, useState } from 'react'
import { search } from '#shared/api/search-and-day.ts'
import { listUsers } from '#shared/api/users.ts'
import { type ActivityEvent, actionKeys, activityActions, isLookAction } from '#shared/model/activity.ts'
import { type DeliveryHit, minSearchLength, type SearchHits } from '#shared/model/search-and-day.ts'
import { viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { deliveryStatusLabel } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { InstantCheckbox } from '../../ui/choice.tsx'
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Select } from '../../ui/select.tsx'
import { administrationFailureTexts } from '../people/administration-failures.ts'
import styles from './activity.module.css'
import type { ActivityFilters } from './activity-filters.ts'
import { patientNameIn, subjectNameIn, valueInWords } from './event-words.ts'

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

const pauseMs = 200

interface SubjectFiltersProps {
  filters: ActivityFilters
  /** Events from which the name of the chosen patient or delivery is read, because the page's address has only the id. */
  events: readonly ActivityEvent[]
  onChange: (some: Partial<ActivityFilters>) => void
}

const patientOptions = ({ patients }: SearchHits): ComboboxOption[] =>
  patients.map(({ id, name, phone, city }) => ({
    value: id,
    label: name,
    hint: [phone, city].filter(Boolean).join(', '),
  }))

const deliveryOption = ({ id, patient_name, delivery_date, time_range, status }: DeliveryHit): ComboboxOption => ({
  value: id,
  label: `${patient_name}, ${formatDateAndAnyTime(delivery_date)}`,
  hint: [valueInWords('time_range', time_range), deliveryStatusLabel(status)].join(', '),
})

/** The filters for a patient and for a delivery. Their fields search while the user types. */
const SubjectFilterFields = ({ filters: { patient, delivery }, events, onChange }: SubjectFiltersProps) => (
  <>
    <HitFilter
      label="Patient"
      value={patient}
      all="All patients"
      chosen={patientNameIn(events, patient) ?? 'This patient'}
      optionsOf={patientOptions}
      onChange={(id) => onChange({ patient: id })}
    />
    <HitFilter
      label="Delivery"
      value={delivery}
      all="All deliveries"
      chosen={subjectNameIn(events, delivery) ?? 'This delivery'}
      optionsOf={({ deliveries }) => deliveries.map(deliveryOption)}
      onChange={(id) => onChange({ delivery: id, subject: '' })}
    />
  </>
)

interface HitFilterProps {
  label: string
  value: string
  /** The text of the option that removes the filter. */
  all: string
  /** The name of the current choice. */
  chosen: string
  optionsOf: (hits: SearchHits) => ComboboxOption[]
  onChange: (id: string) => void
}

function HitFilter({ label, value, all, chosen, optionsOf, onChange }: HitFilterProps): ReactNode {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<ComboboxOption>()
  const settledText = useDebounced(text.trim(), pauseMs)
  const isEnough = [...text.trim()].length >= minSearchLength
  const isSettled = settledText === text.trim()
  const found = useApiQuery(search, { query: { q: settledText } }, { enabled: isEnough && isSettled })
  const hits = isSettled && found.data ? optionsOf(found.data) : []
  const current = value ? [picked?.value === value ? picked : { value, label: chosen }] : []

  function status() {
    if (!isEnough) return `Type at least ${minSearchLength} characters`
    if (!isSettled || found.isPending) return 'Searching...'
    return found.isError ? 'Failed to search' : undefined
  }
  return (
    <FieldShell label={label}>
      {({ id }) => (
        <Combobox
          id={id}
          label={label}
          value={value}
          options={text ? hits : [{ value: '', label: all }, ...current]}
          status={status()}
          onSearch={setText}
          onChange={(next) => {
            setPicked(hits.find((hit) => hit.value === next))
            onChange(next)
          }}
        />
      )}
    </FieldShell>
  )
}
