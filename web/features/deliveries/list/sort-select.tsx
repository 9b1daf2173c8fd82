import { useId } from 'react'
import { Select } from '../../../ui/select.tsx'
import styles from './list.module.css'
import type { ListOrder } from './sort-heads.tsx'
import type { SortableColumn } from './sortable-columns.ts'

const labels: Record<SortableColumn, string> = {
  patient: 'Patient',
  address: 'Address',
  status: 'Status',
  date: 'Date',
  time: 'Time',
  total: 'Total Amount',
  pharmacist: 'Pharmacist',
}

const options = Object.entries(labels).flatMap(([column, label]) => [
  { value: column, label: `${label} ↑` },
  { value: `-${column}`, label: `${label} ↓` },
])

/** Chooses the order of the cards, which have no heads to press. */
export function SortSelect({ filters: { sort }, onChange }: ListOrder) {
  const id = useId()
  return (
    <span className={styles.sort}>
      <label htmlFor={id} className="unseen">
        Sort by
      </label>
      <Select
        control={{ id, 'aria-invalid': false, 'aria-describedby': undefined, required: false, className: '' }}
        options={options}
        placeholder="To do first"
        value={sort}
        onChange={(next) => onChange({ sort: next })}
      />
    </span>
  )
}
