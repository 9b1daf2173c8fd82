import { useEffect, useRef } from 'react'
import { formatDollars } from '#shared/rules/money.ts'
import type { ProofGap } from '#shared/rules/proof-gaps.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { AuditBadge } from '../audit-badge.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import styles from './completion.module.css'
import type { CheckedCompletion, Signature } from './completion-values.ts'
import { PhotoPreview } from './photo-preview.tsx'

interface ConfirmStepProps {
  checked: CheckedCompletion
  signature: Signature
  /** What an auditor will not find; undefined where that is not known. */
  missing: readonly ProofGap[] | undefined
  photo: File | null
  isFirst: boolean
  busy: boolean
  failure: string | undefined
  onBack: () => void
  onConfirm: () => void
}

/** Step 2: what will be sent, to be looked at once more. */
export function ConfirmStep({ checked, signature, photo, isFirst, missing, busy, failure, ...on }: ConfirmStepProps) {
  const { amount, delivery_notes, counseling_required } = checked
  const heading = useRef<HTMLHeadingElement>(null)

  // The step is read from its top, by eye as by ear.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className={styles.step} aria-labelledby="confirm-step">
      <h3 id="confirm-step" ref={heading} tabIndex={-1} className={styles.heading}>
        Confirm Delivery Details
      </h3>
      <dl className={styles.summary}>
        <dt>Signature</dt>
        <dd>
          <img className={styles.signature} src={signature.image} alt="The patient's signature" />
        </dd>
        <dt>Photo</dt>
        <dd>{photo ? <PhotoPreview photo={photo} /> : 'No photo'}</dd>
        <dt>Amount</dt>
        <dd className="tabular">{formatDollars(amount || 0)}</dd>
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
        {isFirst ? (
          <>
            <dt>{deliveryLabels.firstTime}</dt>
            <dd>HIPAA form and counseling received</dd>
          </>
        ) : (
          <>
            <dt>{deliveryLabels.counselingRequired}</dt>
            <dd>{counseling_required ? 'Yes' : 'No'}</dd>
          </>
        )}
      </dl>
      <FormAlert>{failure}</FormAlert>
      <DialogActions>
        <Button busy={busy} onClick={on.onBack}>
          Back to Edit
        </Button>
        <Button variant="primary" busy={busy} busyText="Completing delivery..." onClick={on.onConfirm}>
          Confirm & Complete Delivery
        </Button>
      </DialogActions>
    </section>
  )
}
