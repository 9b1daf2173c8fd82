import { type ReactNode, useState } from 'react'
import { search } from '#shared/api/search-and-day.ts'
import type { ActivityEvent } from '#shared/model/activity.ts'
import { type DeliveryHit, minSearchLength, type SearchHits } from '#shared/model/search-and-day.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { deliveryStatusLabel } from '../../ui/badge.tsx'
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import type { ActivityFilters } from './activity-filters.ts'
import { patientNameIn, subjectNameIn, valueInWords } from './event-words.ts'

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
export const SubjectFilterFields = ({ filters: { patient, delivery }, events, onChange }: SubjectFiltersProps) => (
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
