import { useState } from 'react'
import * as z from 'zod/mini'
import type { AuditRecord } from '#shared/model/audit.ts'
import { rxNumber } from '#shared/model/delivery-form.ts'
import { leftOutReasonLabels } from '#shared/rules/left-out-reasons.ts'
import type { LeftOutNumber } from '#shared/rules/read-letter.ts'
import { rxKey } from '#shared/rules/rx-key.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Form } from '../../ui/form.tsx'
import styles from './audit.module.css'

interface LeftOutNumbersProps {
  leftOut: readonly LeftOutNumber[]
  records: readonly AuditRecord[]
  /** Looks up a number and adds what was found to `records`. Rejects with a CallError if the look-up fails. */
  onAdd: (rxNumber: string) => Promise<void>
}

const addForm = (isListed: (rxNumber: string) => boolean) =>
  z.object({
    rx_number: rxNumber().check(z.refine((number) => !isListed(number), 'This number is already in the list')),
  })

/**
 * The numbers of a letter that were not taken for prescription numbers, and a field for any other number. The user can have each of
 * these numbers looked up as well.
 */
export function LeftOutNumbers({ leftOut, records, onAdd }: LeftOutNumbersProps) {
  const [adding, setAdding] = useState('')
  const listed = new Set(records.map(({ rx_number }) => rxKey(rx_number)))
  const isListed = (number: string) => listed.has(rxKey(number))
  async function add(number: string) {
    if (adding) return
    setAdding(number)
    try {
      await onAdd(number)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(error.detail || `Failed to look up ${number}`)
    } finally {
      setAdding('')
    }
  }

  const waiting = leftOut.filter(({ rx_number }) => !isListed(rx_number))
  return (
    <Card title={`Left out (${waiting.length})`}>
      {waiting.length > 0 && (
        <>
          <p className="muted">These don’t look like prescription numbers. Add any that are.</p>
          <ul className={styles.list}>
            {waiting.map(({ rx_number, why }) => (
              <li key={rx_number} className={styles.leftOut}>
                <span>
                  <strong className={styles.number}>{rx_number}</strong>{' '}
                  <span className="muted small">{leftOutReasonLabels[why]}</span>
                </span>
                <Button
                  size="small"
                  aria-label={`Add ${rx_number}`}
                  busy={adding === rx_number}
                  onClick={() => void add(rx_number)}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <AddNumber isListed={isListed} onAdd={onAdd} />
    </Card>
  )
}

interface AddNumberProps extends Pick<LeftOutNumbersProps, 'onAdd'> {
  isListed: (rxNumber: string) => boolean
}

function AddNumber({ isListed, onAdd }: AddNumberProps) {
  const form = useForm(addForm(isListed), {
    initial: { rx_number: '' },
    onSubmit: async ({ rx_number }) => {
      await onAdd(rx_number)
      form.replace({ rx_number: '' }, { rx_number: '' })
    },
  })
  return (
    <Form form={form} label="Add a number" className={styles.add}>
      <Field
        form={form}
        name="rx_number"
        label="Another word or number from the letter"
        autoComplete="off"
        spellCheck={false}
      />
      <div>
        <Button type="submit" busy={form.busy} busyText="Searching...">
          Add to the list
        </Button>
      </div>
    </Form>
  )
}
