import { useState } from 'react'
import { attemptText, backAtPharmacyText } from '#shared/model/attempt.ts'
import { errorDetail } from '../../../lib/api/call-error.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import type { ShownAction } from './door-action.ts'
import styles from './unsent.module.css'
import { isWaitingToBeSent, useUnsentWork } from './unsent.tsx'

interface RefusalsProps {
  deliveryId: string
  /** True on the page of this delivery, where the link to the page is left out. */
  isOpen?: boolean
}

/** The actions on this delivery that the server refused, such as its completion, each with the buttons that resolve the refusal. */
export function RefusedActions({ deliveryId, isOpen = false }: RefusalsProps) {
  const refused = useUnsentWork().actions.filter(
    (action) => action.deliveryId === deliveryId && !isWaitingToBeSent(action),
  )
  return refused.map((action) => <Refusal key={action.key} action={action} isOpen={isOpen} />)
}

const nameOf = ({ kind, attempt }: ShownAction) =>
  kind === 'completion'
    ? deliveryLabels.complete
    : attempt
      ? attemptText({ reason: attempt.reason, note: attempt.note ?? '' })
      : backAtPharmacyText

function Refusal({ action, isOpen }: { action: ShownAction; isOpen: boolean }) {
  const { user } = useSignedInSession()
  const confirm = useConfirm()
  const [isBusy, setIsBusy] = useState(false)
  /** Loads the module that sends actions, if it is not loaded yet, and passes it to `work`. Shows a toast if either fails. */
  async function run(work: (sending: typeof import('./sending.ts')) => Promise<void>) {
    setIsBusy(true)
    try {
      await work(await import('./sending.ts'))
    } catch (error) {
      toast.error(errorDetail(error, 'Something went wrong. Please try again.'))
    } finally {
      setIsBusy(false)
    }
  }
  async function forget() {
    const agreed = await confirm({
      title: 'Remove from this phone?',
      text: `The pharmacy has what you recorded for ${action.patientName}. If you remove the record, its signature and photo are deleted from this phone.`,
      confirm: 'Remove',
      danger: true,
    })
    if (agreed) await run((sending) => sending.deleteAction(action.key))
  }
  return (
    <div className={styles.refusal}>
      <FormAlert>{`${nameOf(action)}: ${action.refusal}`}</FormAlert>
      {action.isReported && <p className="small">The pharmacy has what you recorded.</p>}
      <div className={styles.ways}>
        <Button
          size="small"
          busy={isBusy}
          onClick={() => void run(({ retryAction }) => retryAction(user.id, action.key))}
        >
          Try again
        </Button>
        {!action.isReported && (
          <Button
            size="small"
            busy={isBusy}
            onClick={() => void run(({ handToPharmacy }) => handToPharmacy(user.id, action.key))}
          >
            Hand to the pharmacy
          </Button>
        )}
        {!isOpen && (
          <ButtonLink size="small" to={paths.delivery(action.deliveryId)} aria-label={`Open: ${action.patientName}`}>
            Open
          </ButtonLink>
        )}
        {action.isReported && (
          <Button size="small" busy={isBusy} onClick={() => void forget()}>
            Remove from this phone
          </Button>
        )}
      </div>
    </div>
  )
}
