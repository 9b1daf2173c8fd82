import type { FormApi } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'

interface SameForAllProps {
  form: FormApi<CompletionValues>
  /** The patients who are asked about, in the order of their questions. */
  patients: readonly string[]
  fields: readonly (keyof CompletionValues['patients'][number])[]
  label: string
}

/** Copies the answers about the first patient to the other patients of this door, for example at a facility. */
export function SameForAll({ form, patients, fields, label }: SameForAllProps) {
  const { patients: rows } = form.values
  const given = rows.find(({ patient }) => patient === patients[0])
  if (patients.length < 2 || !given) return null
  const answers = Object.fromEntries(fields.map((field) => [field, given[field]]))
  return (
    <div>
      <Button
        size="small"
        onClick={() =>
          form.set(
            'patients',
            rows.map((row) => (patients.includes(row.patient) ? { ...row, ...answers } : row)),
          )
        }
      >
        {label}
      </Button>
    </div>
  )
}
