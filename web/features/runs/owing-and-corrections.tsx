import type { RunClosing } from '#shared/model/run.ts'
import { correctedFieldLabel, correctionValueText } from '#shared/rules/corrected-field.ts'
import { formatDollars } from '#shared/rules/money.ts'
import styles from './run.module.css'

/** Lists the patients who have not paid in full. */
export function OwingPatients({ owing }: Pick<RunClosing, 'owing'>) {
  if (owing.length === 0) return null
  return (
    <>
      <h3>Still owed</h3>
      <ul className={styles.plain}>
        {owing.map(({ delivery_id, patient_name, amount }) => (
          <li key={delivery_id} className="tabular">{`${patient_name}: ${formatDollars(amount)}`}</li>
        ))}
      </ul>
    </>
  )
}

/** Lists the driver's corrections of the collected money, with the former values. */
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
