import type { DeliveryStatus } from '#shared/model/delivery.ts'
import { statusLabel } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/combobox.tsx'
import { FieldShell } from '../../../ui/form.tsx'
import styles from './list.module.css'
import type { ListFilters } from './list-filters.ts'

const offered: readonly DeliveryStatus[] = [
  'pending',
  'unassigned',
  'assigned',
  'in_progress',
  'delivered',
  'cancelled',
]
const offeredToAdmins: readonly DeliveryStatus[] = [...offered, 'failed']

const anyone: readonly ComboboxOption[] = [
  { value: '', label: 'All' },
  { value: 'unassigned', label: 'Unassigned' },
]

interface DeliveryFiltersProps {
  filters: ListFilters
  onChange: (filters: ListFilters) => void
  isAdmin: boolean
  pharmacists: readonly ComboboxOption[]
}

export function DeliveryFilters({ filters, onChange, isAdmin, pharmacists }: DeliveryFiltersProps) {
  const change = (some: Partial<ListFilters>) => onChange({ ...filters, ...some })
  const statuses = isAdmin ? offeredToAdmins : offered
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
              onChange={(pharmacist) => change({ pharmacist })}
            />
          )}
        </FieldShell>
      )}
      <FieldShell label="Status">
        {(control) => (
          <select
            {...control}
            value={filters.status}
            onChange={({ target }) => change({ status: statuses.find((status) => status === target.value) ?? '' })}
          >
            <option value="">All Statuses</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {statusLabel(status)}
              </option>
            ))}
          </select>
        )}
      </FieldShell>
      <FieldShell label="Delivery Date">
        {(control) => (
          <div className={styles.date}>
            <input
              {...control}
              type="date"
              value={filters.date}
              onChange={({ target }) => change({ date: target.value })}
            />
            <Button disabled={!filters.date} aria-label="Clear delivery date" onClick={() => change({ date: '' })}>
              Clear
            </Button>
          </div>
        )}
      </FieldShell>
    </search>
  )
}
