import { useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { timeRangeLabel } from '../../lib/session/shown-time-ranges.ts'
import { FieldShell } from '../../ui/field-shell.tsx'
import { Select } from '../../ui/select.tsx'
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

interface PackageFiltersProps {
  rows: readonly DeliveryRow[]
  shown: readonly DeliveryRow[]
  ticked: ReadonlySet<string>
  filter: ReturnType<typeof usePackageFilter>
  onTick: (ids: readonly string[], isTicked: boolean) => void
}

/** The head of the unassigned packages: filters, and a box that selects all that are shown. */
export function PackageFilters({ rows, shown, ticked, filter: { chosen, choose }, onTick }: PackageFiltersProps) {
  const ids = shown.map(({ id }) => id)
  return (
    <div className={styles.filters}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={ids.length > 0 && ids.every((id) => ticked.has(id))}
          onChange={({ target }) => onTick(ids, target.checked)}
        />
        Select all
      </label>
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
