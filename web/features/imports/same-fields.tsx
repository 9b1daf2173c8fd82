import type { ReactNode } from 'react'
import { listPharmacists } from '#shared/api/deliveries.ts'
import { languages } from '#shared/model/delivery-form.ts'
import { sameFieldNames } from '#shared/model/exchange-columns.ts'
import type { ImportKind } from '#shared/model/import.ts'
import { objectKeys } from '#shared/model/shapes.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { useTimeRangeOptions } from '../../lib/session/use-time-range-options.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { Select } from '../../ui/select.tsx'
import { importFieldsOf } from './column-heads.ts'
import styles from './imports.module.css'
import type { MatchedColumns } from './match-columns.ts'
import { flagFields } from './read-rows.ts'

type SameField = keyof typeof sameFieldNames
type SameValues = Readonly<Record<string, unknown>>

const isFlag = (field: string) => flagFields.some((flag) => flag === field)

interface SameFieldsProps {
  kind: ImportKind
  columns: MatchedColumns
  same: SameValues
  onChange: (same: SameValues) => void
}

/** The fields for which the file has no column. Each can get one value for all rows. */
export function SameFields({ kind, columns, same, onChange }: SameFieldsProps) {
  const known: readonly string[] = importFieldsOf(kind)
  const fields = objectKeys(sameFieldNames).filter(
    (field) =>
      !Object.hasOwn(columns, field) && (field === 'pharmacist_id' ? kind === 'deliveries' : known.includes(field)),
  )
  if (fields.length === 0) return null
  const set = (field: SameField, value: unknown) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...same, [field]: value }).filter(([, one]) => one !== '' && one !== undefined),
      ),
    )
  const flags = fields.filter(isFlag)
  return (
    <section aria-label="Same for all rows" className={styles.group}>
      <h3>Same for all rows</h3>
      <p className="muted">The file has no columns for these. What you choose here goes into every row.</p>
      <div className={styles.fields}>
        {fields
          .filter((field) => !isFlag(field))
          .map((field) => (
            <SameValue
              key={field}
              field={field}
              value={String(same[field] ?? '')}
              onChange={(value) => set(field, value)}
            />
          ))}
      </div>
      {flags.length > 0 && (
        <div className={styles.flags}>
          {flags.map((field) => (
            <Checkbox
              key={field}
              checked={same[field] === true}
              onTick={(isTicked) => set(field, isTicked || undefined)}
            >
              {sameFieldNames[field]}
            </Checkbox>
          ))}
        </div>
      )}
    </section>
  )
}

interface SameValueProps {
  field: SameField
  value: string
  onChange: (value: string) => void
}

function SameValue({ field, value, onChange }: SameValueProps): ReactNode {
  const label = sameFieldNames[field]
  const timeRanges = useTimeRangeOptions()
  if (field === 'pharmacist_id') return <PharmacistChoice value={value} onChange={onChange} />
  const options = field === 'time_range' ? timeRanges : field === 'language' ? languages : undefined
  return (
    <FieldShell label={label}>
      {(control) =>
        options ? (
          <Select control={control} placeholder="Not set" options={options} value={value} onChange={onChange} />
        ) : (
          <input
            {...control}
            type={field === 'delivery_date' ? 'date' : 'text'}
            value={value}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </FieldShell>
  )
}

function PharmacistChoice({ value, onChange }: Pick<SameValueProps, 'value' | 'onChange'>) {
  const { data = [], isError } = useApiQuery(listPharmacists, {})
  const options = data.map(({ id, full_name, email }) => ({ value: id, label: full_name || email, hint: email }))
  return (
    <FieldShell label={sameFieldNames.pharmacist_id} error={isError ? 'Failed to load pharmacists' : undefined}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Combobox
          id={id}
          label={sameFieldNames.pharmacist_id}
          value={value}
          options={[{ value: '', label: 'Unassigned' }, ...options]}
          describedBy={describedBy}
          onChange={onChange}
        />
      )}
    </FieldShell>
  )
}
