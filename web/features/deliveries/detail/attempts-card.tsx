import { attemptText } from '#shared/model/attempt.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import { Card } from '../../../ui/card.tsx'
import styles from './detail.module.css'

/** The attempts at the door that failed, the latest first: why, when, by whom, and the photo. */
export function AttemptsCard({ attempts }: Pick<Delivery, 'attempts'>) {
  if (attempts.length === 0) return null
  return (
    <Card title="Failed attempts">
      {attempts.toReversed().map((attempt) => {
        const at = formatDateAndAnyTime(attempt.captured_at ?? attempt.attempted_at)
        return (
          <div key={attempt.attempted_at} className={styles.attempt}>
            <strong>{attemptText(attempt)}</strong>
            <span className="muted small">{`${at}, ${attempt.attempted_by}`}</span>
            {attempt.photo && (
              <img className={styles.photo} src={attempt.photo} alt={`The door at the attempt of ${at}`} />
            )}
          </div>
        )
      })}
    </Card>
  )
}
