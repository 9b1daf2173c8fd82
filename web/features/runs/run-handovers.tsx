import { useState } from 'react'
import { reopenRun } from '#shared/api/runs.ts'
import { countedPaymentMethods } from '#shared/model/payment.ts'
import { reasonForm } from '#shared/model/reason-form.ts'
import type { Run, RunClosing } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextAreaField } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { useDeliveryAccess } from '../deliveries/delivery-access.ts'
import { ConfirmRunDialog } from './close-run-dialogs.tsx'
import { CorrectionList, MoneyExplained } from './owing-and-corrections.tsx'
import { paymentMethodLabels } from './payment-method-labels.ts'
import styles from './run.module.css'
import { runLabels } from './run-labels.ts'
import { countedNounText } from './run-stops.ts'
import { useRunCall } from './use-run-call.ts'

/**
 * All handovers of a run. Each shows who closed the run, who confirmed the handover, and how much money each of the two counted.
 * Before the confirmation, only the person who closed the run sees the first count.
 */
export function RunHandovers({ run }: { run: Run }) {
  const { mayManage, user } = useDeliveryAccess()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isReopening, setIsReopening] = useState(false)
  const last = run.closings.at(-1)
  if (!last) return null
  const mayConfirm = mayManage && run.state === 'closed' && last.closed_by.id !== user.id
  return (
    <Card title="Handovers">
      {run.closings.map((closing) => (
        <Handover key={closing.closed_at} closing={closing} />
      ))}
      <div className={styles.actions}>
        {mayConfirm && (
          <Button variant="primary" onClick={() => setIsConfirming(true)}>
            {runLabels.confirm}
          </Button>
        )}
        {mayManage && <Button onClick={() => setIsReopening(true)}>Reopen</Button>}
      </div>
      {isConfirming && <ConfirmRunDialog run={run} closing={last} onClose={() => setIsConfirming(false)} />}
      {isReopening && <ReopenRun run={run} onClose={() => setIsReopening(false)} />}
    </Card>
  )
}

function Handover({ closing }: { closing: RunClosing }) {
  const { closed_by, closed_at, confirmed_by, confirmed_at, counted, confirmed_counted, collected } = closing
  const { note, reason, adjustment } = closing
  return (
    <section className={styles.handover}>
      <p>
        {`${countedNounText(closing.deliveries, 'package')}, ${formatDollars(closing.expected)} expected. Closed by ${closed_by.full_name}, ${formatDateAndAnyTime(closed_at)}.`}
        {confirmed_by && ` Confirmed by ${confirmed_by.full_name}, ${formatDateAndAnyTime(confirmed_at)}.`}
      </p>
      {counted ? (
        <Table
          label={`Money handed over ${formatDateAndAnyTime(closed_at)}`}
          rows={countedPaymentMethods}
          rowKey={(method) => method}
          columns={[
            { key: 'method', head: 'Method', isRowHead: true, cell: (method) => paymentMethodLabels[method] },
            { key: 'collected', head: 'Collected', align: 'right', cell: (method) => formatDollars(collected[method]) },
            { key: 'counted', head: 'Counted', align: 'right', cell: (method) => formatDollars(counted[method]) },
            {
              key: 'confirmed',
              head: 'Confirmed',
              align: 'right',
              cell: (method) =>
                confirmed_counted && (
                  <span className={classNames(confirmed_counted[method] !== collected[method] && styles.differs)}>
                    {formatDollars(confirmed_counted[method])}
                  </span>
                ),
            },
            ...(countedPaymentMethods.some((method) => adjustment[method] !== 0) ? [corrected(adjustment)] : []),
          ]}
        />
      ) : (
        <p>The first count is shown after a second person has counted.</p>
      )}
      {counted && collected.unspecified > 0 && (
        <p className="tabular">{`${paymentMethodLabels.unspecified}: ${formatDollars(collected.unspecified)}`}</p>
      )}
      <MoneyExplained {...closing} />
      <BlindCount closing={closing} />
      <CorrectionList corrections={closing.corrections} />
      {note && <p>{`Note: ${note}`}</p>}
      {reason && <p className={styles.differs}>{`Reason: ${reason}`}</p>}
    </section>
  )
}

/** The count that the second person made before they saw the driver's. */
function BlindCount({ closing: { blind_count } }: { closing: RunClosing }) {
  if (!blind_count) return null
  const { counted, counted_by } = blind_count
  const sums = countedPaymentMethods.map((method) => `${paymentMethodLabels[method]} ${formatDollars(counted[method])}`)
  return <p className={styles.differs}>{`First counted by ${counted_by.full_name}: ${sums.join(', ')}`}</p>
}

const corrected = (adjustment: RunClosing['adjustment']): TableColumn<(typeof countedPaymentMethods)[number]> => ({
  key: 'adjustment',
  head: 'Corrected later',
  align: 'right',
  cell: (method) => (adjustment[method] === 0 ? '' : signed(adjustment[method])),
})

const signed = (dollars: number) => `${dollars < 0 ? '−' : '+'}${formatDollars(Math.abs(dollars))}`

function ReopenRun({ run, onClose }: { run: Run; onClose: () => void }) {
  const { send } = useRunCall(reopenRun, run, {
    failed: 'Failed to reopen the run',
    seen: (run) => run.closings,
    onDone: onClose,
  })
  const form = useForm(reasonForm(), { initial: { reason: '' }, onSubmit: (checked) => send(checked) })
  return (
    <FormDialog title="Reopen run" form={form} submit="Reopen" busyText="Saving..." onClose={onClose}>
      <TextAreaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}
