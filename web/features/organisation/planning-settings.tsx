import { useRef, useState } from 'react'
import { weekdays } from '#shared/rules/delivery-days.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox, CheckboxField } from '../../ui/choice.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/desk-icons.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { focusFirstControl } from '../../ui/focus-keeper.ts'
import { Field } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import styles from './settings.module.css'
import type { SettingsDraft } from './settings-draft.ts'

interface PartProps {
  form: FormApi<SettingsDraft>
}

/** When the organization delivers, and what new deliveries start with. */
export const Planning = ({ form }: PartProps) => (
  <Card title="Delivery days and times">
    <div className={styles.fields}>
      <DeliveryDays form={form} />
      <ClosedDays form={form} />
      <TimeRanges form={form} />
      <fieldset className={styles.group}>
        <legend>New deliveries</legend>
        <CheckboxField form={form} name="new_delivery_defaults.signature_required" label="Require a signature" />
        <CheckboxField form={form} name="new_delivery_defaults.require_photo_id" label="Require a photo ID" />
      </fieldset>
    </div>
  </Card>
)

function DeliveryDays({ form }: PartProps) {
  const chosen = form.values.delivery_days
  return (
    <fieldset className={styles.group}>
      <legend>Delivery days</legend>
      <div className={styles.days}>
        {weekdays.map((name, day) => (
          <Checkbox
            key={name}
            checked={chosen.includes(day)}
            aria-invalid={Boolean(form.errors.delivery_days)}
            onTick={(isTicked) =>
              form.update('delivery_days', (draft) => {
                draft.delivery_days = weekdays.flatMap((_, one) =>
                  (one === day ? isTicked : chosen.includes(one)) ? one : [],
                )
              })
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <FormAlert>{form.errors.delivery_days}</FormAlert>
    </fieldset>
  )
}

function ClosedDays({ form }: PartProps) {
  const [day, setDay] = useState('')
  const days = form.values.closed_days
  const input = useRef<HTMLInputElement>(null)
  const setDays = (next: string[]) =>
    form.update('closed_days', (draft) => {
      draft.closed_days = next
    })
  return (
    <fieldset className={styles.group}>
      <legend>Closed days</legend>
      {days.length > 0 && (
        <ul className={styles.closed} aria-label="Closed days">
          {days.map((date) => (
            <li key={date}>
              {formatDateAndAnyTime(date)}
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${formatDateAndAnyTime(date)}`}
                onClick={() => {
                  setDays(days.filter((one) => one !== date))
                  input.current?.focus()
                }}
              >
                <DeleteIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.adding}>
        <FieldShell label="Day without deliveries" optional error={form.errors.closed_days}>
          {(control) => (
            <input {...control} ref={input} type="date" value={day} onChange={({ target }) => setDay(target.value)} />
          )}
        </FieldShell>
        <GuardedButton
          whyNot={day ? undefined : 'Choose a day'}
          onClick={() => {
            setDays([...new Set([...days, day])].toSorted())
            setDay('')
          }}
        >
          <PlusIcon /> Add closed day
        </GuardedButton>
      </div>
    </fieldset>
  )
}

const mostTimeRanges = 8

function TimeRanges({ form }: PartProps) {
  const rows = useRef<HTMLDivElement>(null)
  const { length } = form.values.time_ranges
  const add = () => {
    form.update('time_ranges', ({ time_ranges }) => time_ranges.push({ value: '-', label: '' }))
    requestAnimationFrame(() => {
      const newest = rows.current?.lastElementChild
      if (newest) focusFirstControl(newest)
    })
  }
  return (
    <fieldset className={styles.group}>
      <legend>Time ranges</legend>
      <p className="muted small">Deliveries that are already planned keep their time range.</p>
      <div ref={rows} className={styles.ranges}>
        {form.values.time_ranges.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and the form holds their values
          <TimeRange key={index} form={form} index={index} isOnly={length === 1} />
        ))}
      </div>
      <FormAlert>{form.errors.time_ranges}</FormAlert>
      <div>
        <GuardedButton whyNot={length < mostTimeRanges ? undefined : 'At most 8 time ranges'} onClick={add}>
          <PlusIcon /> Add time range
        </GuardedButton>
      </div>
    </fieldset>
  )
}

function TimeRange({ form, index, isOnly }: PartProps & { index: number; isOnly: boolean }) {
  const { value = '-' } = form.values.time_ranges[index] ?? {}
  const [start = '', end = ''] = value.split('-')
  const name = `time_ranges.${index}` as const
  const error = form.errors[`${name}.value`]
  const set = (from: string, to: string) => form.set(`${name}.value`, `${from}-${to}`)
  return (
    <fieldset className={styles.range} aria-label={`Time range ${index + 1}`}>
      <FieldShell label="Start" error={error} required>
        {(control) => (
          <input {...control} type="time" value={start} onChange={({ target }) => set(target.value, end)} />
        )}
      </FieldShell>
      <FieldShell label="End" required>
        {(control) => (
          <input {...control} type="time" value={end} onChange={({ target }) => set(start, target.value)} />
        )}
      </FieldShell>
      <Field form={form} name={`${name}.label`} label="Label" optional autoComplete="off" maxLength={40} />
      <GuardedButton
        variant="quiet"
        className={styles.remove}
        aria-label={`Remove time range ${index + 1}`}
        whyNot={isOnly ? 'At least one time range is needed' : undefined}
        onClick={() => form.update('time_ranges', ({ time_ranges }) => time_ranges.splice(index, 1))}
      >
        <DeleteIcon /> Remove
      </GuardedButton>
    </fieldset>
  )
}
