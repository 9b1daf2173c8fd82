import { type ComponentProps, useEffect, useState } from 'react'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { phoneMediaQuery, useMediaQuery } from '../../../lib/browser/use-media.ts'
import { useAddressQuery } from '../../../lib/navigation/use-address-query.ts'
import { useToday } from '../../../lib/session/clock.ts'
import { useTimeRangeOptions } from '../../../lib/session/use-time-range-options.ts'
import { deliveryStatusLabel } from '../../../ui/badge.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/combobox.tsx'
import { FieldShell } from '../../../ui/field-shell.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { rememberListFilters } from './last-list.ts'
import styles from './list.module.css'
import { addressParamsOfFilters, applyFilterChange } from './list-filters.ts'
import { type ListFilters, lateFilterValue, listFiltersFrom } from './list-query.ts'

const offered = deliveryStatuses.filter((status) => status !== 'failed')

const anyone: readonly ComboboxOption[] = [
  { value: '', label: 'All' },
  { value: 'unassigned', label: deliveryLabels.unassigned },
]

interface DeliveryFiltersProps {
  filters: ListFilters
  /** Called with only those filters that have changed. */
  onChange: (some: Partial<ListFilters>) => void
  isAdmin: boolean
  pharmacists: readonly ComboboxOption[]
}

const anyStatus = 'All Statuses'

const labelOf = (status: DeliveryStatus | typeof lateFilterValue) =>
  status === lateFilterValue ? 'Late' : deliveryStatusLabel(status)

/** The filters in a row, or in two lines on a phone, where they leave the first delivery in the upper half of the screen. */
export function DeliveryFilters({ filters, onChange, isAdmin, pharmacists }: DeliveryFiltersProps) {
  const timeRanges = useTimeRangeOptions(filters.time)
  // On a phone, a line holds the filters by pharmacist, time and ZIP code, and another one those by status and date.
  const isPhone = useMediaQuery(phoneMediaQuery)
  // Only users who manage the list can choose `failed`, unless the page's address already contains that status.
  const statuses = isAdmin || filters.status === 'failed' ? deliveryStatuses : offered
  const choices = filters.view === 'current' ? [...statuses, lateFilterValue] : statuses
  const timeAndPlace = (
    <>
      <FieldShell label="Time Range">
        {(control) => (
          <Select
            control={control}
            options={timeRanges}
            placeholder="All times"
            value={filters.time}
            onChange={(time) => onChange({ time })}
          />
        )}
      </FieldShell>
      <FieldShell label="ZIP Code" className={styles.zip}>
        {(control) => (
          <TypedFilter
            {...control}
            inputMode="numeric"
            maxLength={10}
            value={filters.zip}
            onSettled={(zip) => onChange({ zip })}
          />
        )}
      </FieldShell>
    </>
  )
  return (
    <search className={styles.filters}>
      {isAdmin && (
        <FieldShell label="Pharmacist">
          {({ id }) => (
            <Combobox
              id={id}
              label="Pharmacist"
              value={filters.pharmacist}
              options={[...anyone, ...pharmacists]}
              onChange={(pharmacist) => onChange({ pharmacist })}
            />
          )}
        </FieldShell>
      )}
      {isPhone && timeAndPlace}
      <FieldShell label="Status">
        {(control) => (
          <Select
            control={control}
            options={choices.map((status) => ({ value: status, label: labelOf(status) }))}
            placeholder={anyStatus}
            value={filters.status}
            onChange={(value) => onChange({ status: choices.find((status) => status === value) ?? '' })}
          />
        )}
      </FieldShell>
      {filters.view === 'past' ? (
        <PastFields filters={filters} onChange={onChange} />
      ) : (
        <DateField filters={filters} onChange={onChange} />
      )}
      {!isPhone && timeAndPlace}
    </search>
  )
}

interface TypedFilterProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string
  /** Called with the text when the user pauses, so that not every letter becomes a step of the browser's history. */
  onSettled: (text: string) => void
}

const typingPauseMs = 400

function TypedFilter({ value, onSettled, ...rest }: TypedFilterProps) {
  const [text, setText] = useState(value)
  const settled = useDebounced(text.trim(), typingPauseMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the user has typed changes the filter
  useEffect(() => {
    if (settled !== value) onSettled(settled)
  }, [settled])
  return <input {...rest} autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
}

type FieldsProps = Pick<DeliveryFiltersProps, 'filters' | 'onChange'>

function DateField({ filters, onChange }: FieldsProps) {
  return (
    <FieldShell label="Delivery Date">
      {(control) => (
        <div className={styles.dateFilter}>
          <input
            {...control}
            type="date"
            value={filters.date}
            onChange={({ target }) => onChange({ date: target.value })}
          />
          <GuardedButton
            whyNot={filters.date ? undefined : 'No date is selected'}
            aria-label="Clear delivery date"
            onClick={() => onChange({ date: '' })}
          >
            Clear
          </GuardedButton>
        </div>
      )}
    </FieldShell>
  )
}

/** The days of past deliveries, and a search within them. */
function PastFields({ filters, onChange }: FieldsProps) {
  return (
    <>
      <DateField filters={filters} onChange={onChange} />
      {(['from', 'to'] as const).map((name) => (
        <FieldShell key={name} label={name === 'from' ? 'From' : 'To'}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={filters[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </FieldShell>
      ))}
      <FieldShell label="Search">
        {(control) => (
          <TypedFilter
            {...control}
            type="search"
            placeholder="Name, phone or address"
            value={filters.text}
            onSettled={(text) => onChange({ text })}
          />
        )}
      </FieldShell>
    </>
  )
}

/** Reads and changes the filters, which are part of the page's address, so that a reload, a link and Back show the same list. */
export function useListFilters() {
  const [params, change] = useAddressQuery()
  const today = useToday()
  useEffect(() => rememberListFilters(params), [params])
  return {
    filters: listFiltersFrom(params, today),
    today,
    changeFilters: (some: Partial<ListFilters>) =>
      change((newest) => addressParamsOfFilters(applyFilterChange(listFiltersFrom(newest, today), some, today), today)),
  }
}
