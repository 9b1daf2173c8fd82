import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { attemptText, backAtPharmacyText } from '#shared/model/attempt.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { serverNow } from '../../lib/session/clock.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { RefusedActions } from '../deliveries/unsent/refused-actions.tsx'
import { keepAndSendOrThrow } from '../deliveries/unsent/sending.ts'
import { UnsentMark } from '../deliveries/unsent/unsent.tsx'
import styles from './run.module.css'
import type { PackageNameLookup } from './run-stops.ts'

/** Lists the packages that could not be delivered and have not been returned to the pharmacy yet. */
export const PackagesToBringBack = ({
  packages,
  nameOf,
}: {
  packages: readonly RunDelivery[]
  nameOf: PackageNameLookup
}) => (
  <ul className={styles.plain}>
    {packages.map((delivery) => (
      <FailedPackage key={delivery.id} delivery={delivery} name={nameOf(delivery)} />
    ))}
  </ul>
)

function FailedPackage({ delivery, name }: { delivery: RunDelivery; name: string }) {
  const { id, version, patient_name } = delivery
  const { user } = useSignedInSession()
  const last = delivery.attempts.at(-1)
  // Pressing again repeats the first request with the same key and time, so that the return is recorded only once.
  const pressed = useRef({ key: crypto.randomUUID(), at: '' })
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn() {
      pressed.current.at ||= serverNow().toISOString()
      const { key, at } = pressed.current
      return keepAndSendOrThrow([
        {
          ...{ key, userId: user.id, deliveryId: id, patientName: patient_name, version, pressedAt: at },
          work: { kind: 'return', body: { captured_at: at } },
        },
      ])
    },
  })
  return (
    <li className={styles.line}>
      <div>
        <strong>{name}</strong> <UnsentMark delivery={delivery} isStop />
        <div className="muted small">{last ? attemptText(last) : 'Failed'}</div>
        <FormAlert>{error && errorDetail(error, 'Failed to save')}</FormAlert>
        <RefusedActions deliveryId={id} />
      </div>
      <Button busy={isPending} aria-label={`${backAtPharmacyText}: ${name}`} onClick={() => mutate()}>
        {backAtPharmacyText}
      </Button>
    </li>
  )
}
