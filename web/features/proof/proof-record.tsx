import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readProof } from '#shared/api/proofs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import {
  choiceLabel,
  counselingOutcomeLabels,
  hipaaOutcomeLabels,
  photoIdCheckedLabel,
  photoIdKindLabels,
  signatureMethodLabels,
  signerRelationshipLabels,
} from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import type { Proof } from '#shared/model/proof.ts'
import { clockCorrectionText } from '#shared/rules/clock-correction.ts'
import { correctedFieldLabel, correctionValueText } from '#shared/rules/corrected-field.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { formatDateTime } from '../../lib/browser/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, FoldedCard } from '../../ui/card.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { callsMade } from '../deliveries/detail/calls-made.ts'
import { FactList } from '../deliveries/detail/fact-list.tsx'
import { AuditBadge } from './audit-badge.tsx'
import styles from './proof-record.module.css'

const CorrectDialog = lazyComponent(async () => (await import('./correct-dialog.tsx')).CorrectProofDialog, {
  waiting: () => null,
})

const Mistake = lazyComponent(async () => (await import('./wrong-door.tsx')).MistakeDialog, { waiting: () => null })

/** Returns the field of the first prescription that lacks what a link asks for, such as `rx_information.0.fill_date`, or ''. */
function fieldToCorrect({ rx_information }: Proof, lackingField: string | null): string {
  const lacking = rx_information.find(
    (rx) =>
      (lackingField === 'fill_date' && !rx.fill_date) || (lackingField === 'fill_number' && rx.fill_number === null),
  )
  return lacking ? `rx_information.${lacking.row}.${lackingField}` : ''
}

interface ProofRecordProps {
  delivery: Delivery
  mayManage: boolean
}

/** The facts about a handover that an auditor asks for, and which of them are missing. */
export function ProofRecord({ delivery, mayManage }: ProofRecordProps) {
  const { id, version } = delivery
  const read = useApiQuery(readProof, { params: { id }, within: id })
  const [lackingField] = useSearchParams()
  const [isCorrecting, setIsCorrecting] = useState(mayManage && lackingField.has('correct'))
  const [isMistaken, setIsMistaken] = useState(false)
  const proof = read.data
  if (!proof)
    return (
      <Card title="Proof of delivery">
        {read.isError ? (
          <FailedState message="Failed to load the proof of delivery" onRetry={() => void read.refetch()} />
        ) : (
          <Skeleton label="Loading the proof of delivery..." />
        )}
      </Card>
    )
  return (
    <FoldedCard title="Proof of delivery" aside={<AuditBadge missing={proof.missing} />}>
      <FactList facts={factsOf(proof)} />
      <Corrections proof={proof} />
      {mayManage && (
        <div>
          <Button size="small" onClick={() => setIsCorrecting(true)}>
            Correct…
          </Button>{' '}
          {!delivery.recorded_by_mistake && (
            <Button size="small" onClick={() => setIsMistaken(true)}>
              Recorded by mistake…
            </Button>
          )}
        </div>
      )}
      {isCorrecting && (
        <CorrectDialog
          key={version}
          proof={proof}
          field={fieldToCorrect(proof, lackingField.get('correct'))}
          onClose={() => setIsCorrecting(false)}
        />
      )}
      {isMistaken && <Mistake delivery={delivery} onClose={() => setIsMistaken(false)} />}
    </FoldedCard>
  )
}

/** A difference between the clocks of device and server is shown only if it is longer than this, in milliseconds. */
const shownGapMs = 5 * 60_000

function clockText({ captured_at, delivered_at }: Proof): string {
  if (!captured_at || !delivered_at) return formatDateTime(captured_at)
  const gap = Math.abs(Date.parse(delivered_at) - Date.parse(captured_at))
  const minutes = Math.round(gap / 60_000)
  return `${formatDateTime(captured_at)}${gap > shownGapMs ? ` (${minutes} min apart)` : ''}`
}

const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No')
const labelled = (labels: Readonly<Record<string, string>>, value: string | null) =>
  value ? choiceLabel(labels, value) : ''
const listed = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')

const factsOf = (proof: Proof) =>
  [
    ['Signed by', proof.signer_name],
    ['Relationship', labelled(signerRelationshipLabels, proof.signer_relationship)],
    [
      'Signature',
      listed(
        labelled(signatureMethodLabels, proof.signature_method),
        proof.signature_quality,
        proof.witness && `witness: ${proof.witness}`,
      ),
    ],
    [
      photoIdCheckedLabel,
      proof.photo_id && listed(yesOrNo(proof.photo_id.checked), labelled(photoIdKindLabels, proof.photo_id.kind)),
    ],
    // Show why there was no HIPAA form or no counseling. If the patient received it, another part of the page already says so.
    ...(proof.hipaa_form_outcome && !proof.hipaa_form_received
      ? [
          [
            'Reason for no HIPAA form',
            listed(choiceLabel(hipaaOutcomeLabels, proof.hipaa_form_outcome), proof.hipaa_form_reason),
          ] as const,
        ]
      : []),
    ...(proof.counseling_outcome && !proof.counseling_received
      ? [['Reason for no counseling', choiceLabel(counselingOutcomeLabels, proof.counseling_outcome)] as const]
      : []),
    ...callsMade(proof),
    ['Payment method', labelled(paymentLabels, proof.payment_method)],
    ['Amount', proof.amount === null ? '' : formatDollars(proof.amount)],
    [
      'Delivered to',
      listed(
        proof.delivery_address,
        proof.apt_suite_building,
        proof.city,
        [proof.state, proof.zip_code].filter(Boolean).join(' '),
      ),
    ],
    ['Delivered by', proof.delivered_by?.name ?? ''],
    ['Delivered at', formatDateTime(proof.delivered_at)],
    ['Device time', clockText(proof)],
    ...(proof.clock_correction_seconds
      ? [['Device clock', clockCorrectionText(proof.clock_correction_seconds)] as const]
      : []),
    ...(proof.session_ended_at ? [['Session ended', formatDateTime(proof.session_ended_at)] as const] : []),
    ['Signature, SHA-256', proof.signature_sha256 ?? ''],
    ['Photo, SHA-256', proof.photo_sha256 ?? ''],
    [
      'Record',
      proof.chain_ok === true
        ? 'Unchanged since it was signed'
        : `Does not match what was signed (step ${proof.chain_ok + 1})`,
    ],
    ['Seal', proof.seal ? `Sealed by Carelane on ${formatDateTime(proof.seal.sealed_at)}` : 'Missing'],
  ] as const

function Corrections({ proof: { corrections, rx_information } }: { proof: Proof }) {
  if (corrections.length === 0) return null
  return (
    <>
      <h3>Corrections</h3>
      <ul className={styles.corrections}>
        {corrections.map(({ field, from, to, reason, corrected_at, corrected_by_name }) => (
          <li key={`${corrected_at} ${field} ${to}`}>
            {correctedFieldLabel(field, rx_information)}: {correctionValueText(field, from)} changed to{' '}
            {correctionValueText(field, to)}
            <div className="muted small">
              {corrected_by_name}, {formatDateTime(corrected_at)}: {reason}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
