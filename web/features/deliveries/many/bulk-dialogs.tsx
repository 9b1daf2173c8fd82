import { useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { notesLimit } from '#shared/model/fields.ts'
import type { BulkChange } from '#shared/model/search-and-day.ts'
import { useToday } from '../../../lib/session/clock.ts'
import { useTimeRangeOptions } from '../../../lib/session/use-time-range-options.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/combobox.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FieldShell } from '../../../ui/field-shell.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { unassignedOption } from '../use-driver-options.ts'

interface BulkDialogProps {
  rows: readonly DeliveryRow[]
  onChange: (change: BulkChange) => void
  onClose: () => void
}

const deliveriesOf = ({ length }: readonly DeliveryRow[]) => `${length} ${length === 1 ? 'delivery' : 'deliveries'}`

const namedAtMost = 5

/** The patients' names of up to five deliveries that will change, and the number of the other deliveries. */
function PatientNames({ rows }: { rows: readonly DeliveryRow[] }) {
  const named = rows.slice(0, namedAtMost).map(({ patient_name }) => patient_name)
  const others = rows.length - named.length
  return (
    <p>
      {named.join(', ')}
      {others > 0 && ` and ${others} more`}
    </p>
  )
}

interface AssignDialogProps extends Omit<BulkDialogProps, 'onChange'> {
  onChange: (change: { pharmacist_id: string | null }) => void
  pharmacists: readonly ComboboxOption[]
}

export function BulkAssignDialog({ rows, pharmacists, onChange, onClose }: AssignDialogProps) {
  const [person, setPerson] = useState<string>()
  return (
    <Dialog title={`Assign ${deliveriesOf(rows)}`} onClose={onClose}>
      <PatientNames rows={rows} />
      <FieldShell label="Pharmacist">
        {({ id }) => (
          <Combobox
            id={id}
            label="Pharmacist"
            value={person ?? 'nothing chosen'}
            options={[unassignedOption, ...pharmacists]}
            onChange={setPerson}
          />
        )}
      </FieldShell>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <GuardedButton
          variant="primary"
          whyNot={person === undefined ? 'Choose a pharmacist' : undefined}
          onClick={() => onChange({ pharmacist_id: person || null })}
        >
          Assign
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}

export function BulkDateDialog({ rows, onChange, onClose }: BulkDialogProps) {
  const today = useToday()
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const timeRanges = useTimeRangeOptions()
  return (
    <Dialog title={`Change the date of ${deliveriesOf(rows)}`} onClose={onClose}>
      <PatientNames rows={rows} />
      <FieldShell label="Delivery Date" required>
        {(control) => (
          <input {...control} type="date" min={today} value={date} onChange={({ target }) => setDate(target.value)} />
        )}
      </FieldShell>
      <FieldShell label="Time Range" optional>
        {(control) => (
          <Select
            control={control}
            options={timeRanges}
            placeholder="Keep current time"
            value={time}
            onChange={setTime}
          />
        )}
      </FieldShell>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <GuardedButton
          variant="primary"
          whyNot={date ? undefined : 'Choose a date'}
          onClick={() => onChange({ delivery_date: date, ...(time && { time_range: time }) })}
        >
          Change date
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}

export function BulkCancelDialog({ rows, onChange, onClose }: BulkDialogProps) {
  const [notes, setNotes] = useState('')
  return (
    <Dialog title={`Cancel ${deliveriesOf(rows)}`} onClose={onClose}>
      <PatientNames rows={rows} />
      <FieldShell label="Reason" required>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={notesLimit}
            value={notes}
            onChange={({ target }) => setNotes(target.value)}
          />
        )}
      </FieldShell>
      <DialogActions>
        <Button onClick={onClose}>Keep deliveries</Button>
        <GuardedButton
          variant="danger"
          whyNot={notes.trim() ? undefined : deliveryLabels.reasonNeeded}
          onClick={() => onChange({ status: 'cancelled', notes })}
        >
          Cancel deliveries
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}
