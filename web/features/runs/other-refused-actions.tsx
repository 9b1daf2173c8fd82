import type { Run } from '#shared/model/run.ts'
import { Card } from '../../ui/card.tsx'
import { RefusedActions } from '../deliveries/unsent/refused-actions.tsx'
import { isWaitingToBeSent, useUnsentWork } from '../deliveries/unsent/unsent.tsx'
import styles from './run.module.css'

/**
 * Lists packages for which the server refused something that this phone had recorded at a door. Only packages outside this run are
 * listed, for example those that were moved to another driver or day.
 */
export function OtherRefusedActions({ run: { deliveries } }: { run: Run }) {
  const { acts } = useUnsentWork()
  const isStop = (deliveryId: string) => deliveries.some(({ id }) => id === deliveryId)
  const refused = acts.filter((act) => !isWaitingToBeSent(act) && !isStop(act.deliveryId))
  const names = new Map(refused.map(({ deliveryId, patientName }) => [deliveryId, patientName]))
  if (names.size === 0) return null
  return (
    <Card title="Not accepted, from other runs">
      <ul className={styles.plain}>
        {Array.from(names, ([deliveryId, name]) => (
          <li key={deliveryId} className={styles.package}>
            <strong>{name}</strong>
            <RefusedActions deliveryId={deliveryId} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
