import { useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { timeRangeLabel } from '../../lib/session/shown-time-ranges.ts'
import { FieldShell } from '../../ui/field-shell.tsx'
import { Select } from '../../ui/select.tsx'
import { type RowSelection, useIsChosen } from '../deliveries/many/selection.ts'
import styles from './run.module.css'

const fields = ['time_range', 'zip_code'] as const
type FilterField = (typeof fields)[number]

const labels: Record<FilterField, string> = { time_range: 'Time range', zip_code: 'ZIP' }

/** Holds the time range and the ZIP to which the unassigned packages are narrowed. '' stands for all. */
export function usePackageFilter() {
  const [chosen, setChosen] = useState<Record<FilterField, string>>({ time_range: '', zip_code: '' })
  return {
    chosen,
    choose: (field: FilterField, value: string) => setChosen({ ...chosen, [field]: value }),
    isShown: (row: DeliveryRow) => fields.every((field) => chosen[field] === '' || row[field] === chosen[field]),
  }
}

interface SelectAllProps {
  shown: readonly DeliveryRow[]
  selection: RowSelection
}

/** A box that selects all packages that are shown. */
export const SelectAll = ({ shown, selection }: SelectAllProps) => (
  <label className={styles.all}>
    <input
      type="checkbox"
      checked={useIsChosen(selection, shown)}
      onChange={({ target }) => selection.change(shown, target.checked)}
    />
    Select all
  </label>
)

interface PackageFiltersProps extends SelectAllProps {
  rows: readonly DeliveryRow[]
  filter: ReturnType<typeof usePackageFilter>
}

/** The head of the unassigned packages: filters, and a box that selects all that are shown. */
export function PackageFilters({ rows, filter: { chosen, choose }, ...shown }: PackageFiltersProps) {
  return (
    <div className={styles.filters}>
      <SelectAll {...shown} />
      {fields.map((field) => {
        const values = [...new Set([...rows.map((row) => row[field]), chosen[field]])].filter(Boolean).sort()
        return (
          <FieldShell key={field} label={labels[field]}>
            {(control) => (
              <Select
                control={control}
                options={values.map((value) => ({
                  value,
                  label: field === 'time_range' ? timeRangeLabel(value) : value,
                }))}
                placeholder="All"
                value={chosen[field]}
                onChange={(value) => choose(field, value)}
              />
            )}
          </FieldShell>
        )
      })}
    </div>
  )
}
