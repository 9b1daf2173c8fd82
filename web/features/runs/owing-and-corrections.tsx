import type { RunClosing } from '#shared/model/run.ts'
import { correctedFieldLabel, correctionValueText } from '#shared/rules/corrected-field.ts'
import { formatDollars, toCents, toDollars } from '#shared/rules/money.ts'
import styles from './run.module.css'

type Sums = Pick<RunClosing, 'expected' | 'owing' | 'back' | 'extra'> & Partial<Pick<RunClosing, 'mistakes'>>

/**
 * Explains what was collected: the expected sum, less the packages that came back, what is still owed and what was recorded by
 * mistake, plus what was collected beyond what was due, each with the patients' names.
 */
export function MoneyExplained({ expected, owing, back, extra, mistakes = [] }: Sums) {
  const sum = (parts: RunClosing['owing']) => parts.reduce((total, { amount }) => total + toCents(amount), 0)
  const less = [...back, ...owing, ...mistakes]
  const collected = toDollars(toCents(expected) - sum(less) + sum(extra))
  return (
    <dl className={styles.sums}>
      <Sum label="Expected" amount={formatDollars(expected)} />
      <Parts label="Came back" sign="−" parts={back} />
      <Parts label="Still owed" sign="−" parts={owing} />
      <Parts label="Recorded by mistake" sign="−" parts={mistakes} />
      <Parts label="More than was due" sign="+" parts={extra} />
      {less.length + extra.length > 0 && <Sum label="To hand over" amount={formatDollars(collected)} />}
    </dl>
  )
}

const Sum = ({ label, amount }: { label: string; amount: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="tabular nowrap">{amount}</dd>
  </div>
)

const Parts = ({ label, sign, parts }: { label: string; sign: string; parts: RunClosing['owing'] }) =>
  parts.map(({ delivery_id, patient_name, amount }) => (
    <Sum key={delivery_id} label={`${label}: ${patient_name}`} amount={`${sign}${formatDollars(amount)}`} />
  ))

/** Lists the driver's corrections of the collected money, with the old values. */
export function CorrectionList({ corrections }: Pick<RunClosing, 'corrections'>) {
  if (corrections.length === 0) return null
  return (
    <>
      <h3>Corrected before confirmation</h3>
      <ul className={styles.plain}>
        {corrections.map(({ delivery_id, patient_name, corrected_at, field, from, to, reason }) => (
          <li key={`${delivery_id} ${corrected_at} ${field}`} className={styles.differs}>
            {`${patient_name}: ${correctedFieldLabel(field, [])} changed from ${correctionValueText(field, from)} to ${correctionValueText(field, to)}. ${reason}`}
          </li>
        ))}
      </ul>
    </>
  )
}
