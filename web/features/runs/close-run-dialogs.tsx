import { closeRun, confirmRun } from '#shared/api/runs.ts'
import { countedPaymentMethods, type MoneyByMethod } from '#shared/model/payment.ts'
import type { Run, RunClosing } from '#shared/model/run.ts'
import { runClose, runConfirm } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { TextAreaField } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { countDifferenceText } from './count-difference.ts'
import { CorrectionList, MoneyExplained } from './owing-and-corrections.tsx'
import { paymentMethodLabels } from './payment-method-labels.ts'
import styles from './run.module.css'
import { runLabels } from './run-labels.ts'
import { countedNounText } from './run-stops.ts'
import { useRunCall } from './use-run-call.ts'

const nothing = { cash: 0, check: 0, card: 0 }

const methodNames: (keyof MoneyByMethod)[] = ['cash', 'check', 'card', 'prepaid', 'unspecified']

/** The collected money by method. Methods other than cash are left out if they were not used. */
export const CollectedSums = ({ money }: { money: MoneyByMethod }) => (
  <dl className={styles.sums}>
    {methodNames
      .filter((method) => money[method] !== 0 || method === 'cash')
      .map((method) => (
        <div key={method}>
          <dt>{paymentMethodLabels[method]}</dt>
          <dd className="tabular">{formatDollars(money[method])}</dd>
        </div>
      ))}
  </dl>
)

interface DialogProps {
  run: Run
  onClose: () => void
}

/** The dialog in which the driver hands packages and money over to the pharmacy. */
export function CloseRunDialog({ run, onClose }: DialogProps) {
  const { deliveries, delivered, recorded_by_mistake, collected } = run.to_close
  const back = deliveries - delivered - recorded_by_mistake
  const confirm = useConfirm()
  const { send } = useRunCall(closeRun, run, {
    failed: 'Failed to close the run',
    seen: (run) => run.to_close,
    onDone: onClose,
  })
  const form = useForm(runClose(), {
    initial: { counted: nothing, note: '' },
    async onSubmit(checked) {
      const text = countDifferenceText(checked.counted, collected)
      const title = 'Hand over a different amount?'
      if (text === '' || (await confirm({ title, text, confirm: 'Hand over', cancel: 'Count again' })))
        await send(checked)
    },
  })
  return (
    <FormDialog title={runLabels.close} form={form} submit="Hand over" busyText="Handing over..." onClose={onClose}>
      <p>
        {countedNounText(deliveries, 'package')} out = {delivered} delivered + {back} back
        {recorded_by_mistake > 0 && ` + ${recorded_by_mistake} recorded by mistake`}
      </p>
      <MoneyExplained {...run.to_close} />
      <h3>Collected</h3>
      <CollectedSums money={collected} />
      {countedPaymentMethods.map((method) => (
        <MoneyField
          key={method}
          form={form}
          name={`counted.${method}`}
          label={`Counted: ${paymentMethodLabels[method].toLowerCase()}`}
        />
      ))}
      <TextAreaField form={form} name="note" label="Note" optional />
    </FormDialog>
  )
}

/**
 * The dialog in which a second person counts the money. The server asks for a reason if the count differs from the collected money,
 * or if the driver has corrected an amount or a payment method. If the count differs, its message also tells the first count.
 */
export function ConfirmRunDialog({ run, closing, onClose }: DialogProps & { closing: RunClosing }) {
  const { send } = useRunCall(confirmRun, run, {
    failed: 'Failed to confirm the run',
    seen: (run) => run.closings,
    onDone: onClose,
  })
  const form = useForm(runConfirm(), {
    initial: { counted: nothing, reason: '' },
    onSubmit: (checked) => send(checked),
  })
  const needsReason = closing.corrections.length > 0 || form.errors.reason !== undefined
  return (
    <FormDialog title="Confirm handover" form={form} submit={runLabels.confirm} busyText="Saving..." onClose={onClose}>
      {countedPaymentMethods.map((method) => (
        <MoneyField
          key={method}
          form={form}
          name={`counted.${method}`}
          label={`Counted: ${paymentMethodLabels[method].toLowerCase()}`}
        />
      ))}
      <CorrectionList corrections={closing.corrections} />
      <TextAreaField form={form} name="reason" label="Reason" optional={!needsReason} />
    </FormDialog>
  )
}
