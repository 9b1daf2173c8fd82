import { returnPackage } from '#shared/api/attempts.ts'
import { attemptText, backAtPharmacy } from '#shared/model/attempt.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { detailOf } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { keepDelivery } from '../deliveries/delivery-cache.ts'
import styles from './run.module.css'
import type { NameOf } from './run-stops.ts'

/** Packages that nobody took and that are not at the pharmacy yet. */
export const ToBringBack = ({ packages, nameOf }: { packages: readonly RunDelivery[]; nameOf: NameOf }) => (
  <ul className={styles.plain}>
    {packages.map((delivery) => (
      <FailedPackage key={delivery.id} delivery={delivery} name={nameOf(delivery)} />
    ))}
  </ul>
)

function FailedPackage({ delivery, name }: { delivery: RunDelivery; name: string }) {
  const last = delivery.attempts.at(-1)
  const { mutate, isPending, error } = useApiMutation(returnPackage, {
    onSuccess: (changed) => {
      keepDelivery(changed)
    },
  })
  return (
    <li className={styles.line}>
      <div>
        <strong>{name}</strong>
        <div className="muted small">{last ? attemptText(last) : 'Failed'}</div>
        <FormAlert>{error && detailOf(error, 'Failed to save')}</FormAlert>
      </div>
      <Button
        busy={isPending}
        aria-label={`${backAtPharmacy}: ${name}`}
        onClick={() =>
          mutate({
            params: { id: delivery.id },
            headers: { 'if-match': String(delivery.version), 'idempotency-key': crypto.randomUUID() },
            body: { captured_at: new Date().toISOString() },
          })
        }
      >
        {backAtPharmacy}
      </Button>
    </li>
  )
}
