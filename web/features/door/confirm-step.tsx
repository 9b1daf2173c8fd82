import { Fragment, type MouseEvent, useEffect, useRef, useState } from 'react'
import {
  counselingOutcomes,
  hipaaOutcomes,
  labelOf,
  photoIdChecked,
  photoIdKinds,
  signerRelationships,
} from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import { formatDollars } from '#shared/rules/money.ts'
import type { ProofGap } from '#shared/rules/proof-gaps.ts'
import type { Progress as Sent } from '../../lib/api/upload.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { FormAlert, Notice } from '../../ui/form-alert.tsx'
import { Progress } from '../../ui/progress.tsx'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { PhotoPreview } from '../photo/photo-preview.tsx'
import { AuditBadge } from '../proof/audit-badge.tsx'
import styles from './completion.module.css'
import type { Confirming, Sending } from './use-sending.ts'

interface ConfirmStepProps extends Confirming {
  /** What an auditor will not find; undefined where that is not known. */
  missing: readonly ProofGap[] | undefined
  photo: File | null
  /** In dollars, where the copay is to be collected. */
  toCollect: number | undefined
  sending: Sending
  onBack: () => void
  onConfirm: () => void
  onLook: () => void
}

/** A second tap on the button of the first step falls within this time. */
const guardMs = 700

/** Takes only what was pressed down and let go on the same button once the step had been in sight for a moment. */
function useGuard() {
  const [isReady, setIsReady] = useState(false)
  const isPressed = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), guardMs)
    return () => clearTimeout(timer)
  }, [])
  return (act: () => void) => ({
    'aria-disabled': !isReady || undefined,
    onPointerDown: () => {
      isPressed.current = isReady
    },
    onClick: ({ detail }: MouseEvent) => {
      // Without a pointer there are no presses: a key, a voice, a screen reader.
      const isMeant = detail === 0 || isPressed.current
      isPressed.current = false
      if (isReady && isMeant) act()
    },
  })
}

const listed = (...parts: string[]) => parts.filter(Boolean).join(', ')

/** What was recorded of the door, as far as there is something to say. */
function doorFacts(checked: Confirming['checked']): [string, string][] {
  const { photo_id_checked, hipaa_form_outcome: outcome } = checked
  const reason = outcome === 'given' ? '' : checked.hipaa_form_reason
  const facts: [string, string][] = [
    ['Signed by', listed(checked.signer_name, labelOf(signerRelationships, checked.signer_relationship))],
    [photoIdChecked, photo_id_checked ? listed('Yes', labelOf(photoIdKinds, checked.photo_id_kind)) : ''],
    ['HIPAA form', outcome && listed(labelOf(hipaaOutcomes, outcome), reason)],
    ['Counseling', labelOf(counselingOutcomes, checked.counseling_outcome)],
  ]
  return facts.filter(([, said]) => said)
}

/** Step 2: what will be sent, to be looked at once more. */
export function ConfirmStep({
  checked,
  signature,
  photo,
  isFirst,
  missing,
  toCollect,
  sending,
  ...on
}: ConfirmStepProps) {
  const { delivery_notes, counseling_required } = checked
  const amount = checked.amount || 0
  const heading = useRef<HTMLHeadingElement>(null)
  const guarded = useGuard()

  // The step is read from its top, by eye as by ear.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className={styles.step} aria-labelledby="confirm-step">
      <h3 id="confirm-step" ref={heading} tabIndex={-1} className={styles.heading}>
        Confirm Delivery Details
      </h3>
      {toCollect !== undefined && amount !== toCollect && (
        <Notice>
          <strong className="tabular">
            Collected {formatDollars(amount)} of {formatDollars(toCollect)}?
          </strong>
        </Notice>
      )}
      <dl className={styles.summary}>
        <dt>Signature</dt>
        <dd>
          <img className={styles.signature} src={signature.image} alt="The patient's signature" />
        </dd>
        {doorFacts(checked).map(([label, said]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd className={styles.notes}>{said}</dd>
          </Fragment>
        ))}
        <dt>Photo</dt>
        <dd>{photo ? <PhotoPreview photo={photo} /> : 'No photo'}</dd>
        <dt>Amount</dt>
        <dd className="tabular">{listed(formatDollars(amount), labelOf(paymentLabels, checked.payment_method))}</dd>
        <dt>Delivery Notes</dt>
        <dd className={styles.notes}>{delivery_notes || 'No notes'}</dd>
        {missing && (
          <>
            <dt>Proof of delivery</dt>
            <dd>
              <AuditBadge missing={missing} />
            </dd>
          </>
        )}
        {isFirst && checked.hipaa_form_outcome === '' ? (
          <>
            <dt>{deliveryLabels.firstTime}</dt>
            <dd>HIPAA form and counseling received</dd>
          </>
        ) : (
          !isFirst && (
            <>
              <dt>{deliveryLabels.counselingRequired}</dt>
              <dd>{counseling_required ? 'Yes' : 'No'}</dd>
            </>
          )
        )}
      </dl>
      <FormAlert>{sending.failure}</FormAlert>
      {sending.progress && <HowFar {...sending.progress} />}
      <DialogActions stacked>
        <Button variant="primary" busy={sending.isPending} busyText="Completing delivery..." {...guarded(on.onConfirm)}>
          {sending.isStale ? 'Complete anyway' : 'Confirm & Complete Delivery'}
        </Button>
        {sending.isPending ? (
          <Button onClick={sending.stop}>Stop sending</Button>
        ) : (
          <Button {...guarded(sending.isStale ? on.onLook : on.onBack)}>
            {sending.isStale ? 'Look' : 'Back to Edit'}
          </Button>
        )}
      </DialogActions>
    </section>
  )
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1000).toLocaleString('en-US')

function HowFar({ sent, total }: Sent) {
  const part = total > 0 ? sent / total : 0
  return (
    <Progress
      label="Sending"
      value={part}
      text={`${Math.floor(part * 100)} % sent, ${kilobytes(total - sent)} KB left`}
    />
  )
}
