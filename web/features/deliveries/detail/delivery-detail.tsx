import type { ReactNode } from 'react'
import { attemptText } from '#shared/model/attempt.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { externalIdLabel } from '#shared/model/fields.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { formatDateAndAnyTime, formatDateTime, formatDetailDate } from '../../../lib/browser/format.ts'
import { createIdleLoader } from '../../../lib/browser/idle.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useOrganisationDateTime } from '../../../lib/session/clock.ts'
import { timeRangeLabel } from '../../../lib/session/shown-time-ranges.ts'
import { Badge, deliveryStatusLabel } from '../../../ui/badge.tsx'
import { Card, EmptyCard, FoldedCard } from '../../../ui/card.tsx'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Link } from '../../../ui/link.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CallDriver } from '../call-driver.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { languageLabel, totalAmountText } from '../delivery-text.ts'
import { DeliveryDay } from '../marks/delivery-day.tsx'
import { LateBadge } from '../marks/late-badge.tsx'
import { ReturnDeadlineBadge } from '../marks/return-deadline-badge.tsx'
import { addressFacts } from './address-facts.tsx'
import styles from './detail.module.css'
import { FactList } from './fact-list.tsx'
import { RxTable, SkuTable } from './goods-tables.tsx'

const StatusTracker = lazyComponent(async () => (await import('../status/status-tracker.tsx')).StatusTracker, {
  waiting: () => <Skeleton label="Loading..." lines={3} />,
})
// The page of a delivery always shows the status tracker, so load the tracker's code now, without waiting for the delivery.
StatusTracker.preload()

const CallBackCard = lazyComponent(async () => (await import('./call-back.tsx')).CallBackCard, {
  waiting: () => <Skeleton label="Loading..." lines={3} />,
})

/** Loads when the page is idle, because the updates are below the screen. */
const Updates = lazyComponent(
  createIdleLoader(async () => (await import('./delivery-notices.tsx')).DeliveryNotices),
  { waiting: () => null },
)

const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No')
const required = (flag: boolean) => (flag ? <Badge tone="brand">Required</Badge> : 'Not required')

function DeliveryInfo({ delivery }: { delivery: Delivery }) {
  const { pharmacist_id, pharmacist_name, counseling_received, hipaa_form_received } = delivery
  const { hipaa_form_outcome, counseling_outcome } = delivery
  const { mayManage } = useDeliveryAccess()
  // For a delivered delivery, the answers 'No' and 'Pending' are shown only if an outcome was recorded at the door. Without an
  // outcome, the question may not have been asked, so the answer is shown as not available.
  const isRelevant = (outcome: string | null) => delivery.status !== 'delivered' || outcome !== null
  return (
    <Card title="Delivery Information" className={styles.information}>
      <FactList
        facts={[
          ['Delivery Date', <DeliveryDay key="date" date={delivery.delivery_date} format={formatDetailDate} />],
          [
            'Time Range',
            <span key="time">
              {timeRangeLabel(delivery.time_range)} <LateBadge delivery={delivery} clock={useOrganisationDateTime()} />
            </span>,
          ],
          ...(delivery.return_state === 'soon' || delivery.return_state === 'over'
            ? [['Return', <ReturnDeadlineBadge key="return" delivery={delivery} />] as const]
            : []),
          [
            'Pharmacist',
            <span key="pharmacist">
              {pharmacist_name ?? deliveryLabels.unassigned}{' '}
              <CallDriver id={pharmacist_id} name={pharmacist_name ?? ''} isAdmin={mayManage} />
            </span>,
          ],
          ['Language', languageLabel(delivery.language)],
          ['Status', deliveryStatusLabel(delivery.status)],
          ['Created At', formatDateTime(delivery.created_at)],
          [
            deliveryLabels.hipaaReceived,
            hipaa_form_received || isRelevant(hipaa_form_outcome) ? yesOrNo(hipaa_form_received) : '',
          ],
          ['Counseling', counseling_received ? 'Completed' : isRelevant(counseling_outcome) ? 'Pending' : ''],
        ]}
      />
    </Card>
  )
}

/** The patient's name, as a link for users who may open patients. */
function PatientLink({ delivery: { patient_id, patient_name } }: { delivery: Delivery }) {
  const { mayManage } = useDeliveryAccess()
  return mayManage ? <Link to={paths.patient(patient_id)}>{patient_name}</Link> : patient_name
}

function PatientInfo({ delivery }: { delivery: Delivery }) {
  return (
    <Card
      title="Patient Information"
      className={styles.patient}
      aside={delivery.is_business_address && <Badge tone="blue">Business Address</Badge>}
    >
      <FactList
        facts={[
          ['Name', <PatientLink key="name" delivery={delivery} />],
          ...addressFacts(delivery),
          ['Access Notes', delivery.access_notes],
          ...(delivery.recipient_notes ? [[deliveryLabels.recipientSays, delivery.recipient_notes] as const] : []),
          ['Phone', delivery.phone && <PhoneLink phone={delivery.phone} />],
          ['Email', delivery.email && <EmailAddress key="email" address={delivery.email} />],
        ]}
      />
    </Card>
  )
}

/** The notes made when the delivery was ordered and, if they differ, the notes made at the door. */
function Notes({ delivery }: { delivery: Delivery }) {
  const { delivery_notes, order_notes } = delivery
  const isNoted = delivery_notes !== order_notes
  if (!delivery_notes && !order_notes)
    return (
      <EmptyCard title="Notes" className={styles.notesCard}>
        No notes
      </EmptyCard>
    )
  return (
    <Card title="Notes" className={styles.notesCard}>
      {order_notes && isNoted && (
        <>
          <h3 className="muted small">Order notes</h3>
          <p className={styles.notes}>{order_notes}</p>
          <h3 className="muted small">Notes from the door</h3>
        </>
      )}
      {delivery_notes ? <p className={styles.notes}>{delivery_notes}</p> : <p className="muted">No notes</p>}
    </Card>
  )
}

/** A list of what is required. If nothing is, it folds to one line. */
function Needs({ title, needs }: { title: string; needs: readonly (readonly [label: string, isNeeded: boolean])[] }) {
  const facts = <FactList facts={needs.map(([label, isNeeded]) => [label, required(isNeeded)] as const)} />
  const isEmpty = needs.every(([, isNeeded]) => !isNeeded)
  if (isEmpty)
    return (
      <FoldedCard title={title} aside={<span className="muted">None</span>} className={styles.requirements}>
        {facts}
      </FoldedCard>
    )
  return (
    <Card title={title} className={styles.requirements}>
      {facts}
    </Card>
  )
}

function Totals({ delivery }: { delivery: Delivery }) {
  const { total_copay, total_price } = delivery
  const facts = (
    <FactList
      facts={[
        ['Total Copay', formatDollars(total_copay)],
        ['Total Price', formatDollars(total_price)],
        ['Total Cost', totalAmountText(delivery)],
      ]}
    />
  )
  if (total_copay === 0 && total_price === 0)
    return (
      <FoldedCard title="Totals" aside={<span className="muted tabular">{formatDollars(0)}</span>}>
        {facts}
      </FoldedCard>
    )
  return <Card title="Totals">{facts}</Card>
}

interface DeliveryDetailProps {
  delivery: Delivery
  isAdmin: boolean
  proof: ReactNode
  whoLooked: ReactNode
}

/** The cards of a delivery's page, in two columns, or in one on a narrow screen. */
export function DeliveryDetail({ delivery, isAdmin, proof, whoLooked }: DeliveryDetailProps) {
  return (
    <div className={styles.blocks}>
      <div className={styles.column}>
        <AttemptsCard attempts={delivery.attempts} />
        <DeliveryInfo delivery={delivery} />
        <PatientInfo delivery={delivery} />
        <RxTable rows={delivery.rx_information} />
        <SkuTable rows={delivery.sku_information} />
        <Notes delivery={delivery} />
        {isAdmin && delivery.call_back_due_at && <CallBackCard key={delivery.version} delivery={delivery} />}
        {proof}
        <Updates id={delivery.id} />
      </div>
      <div className={styles.column}>
        <StatusTracker key={delivery.status} delivery={delivery} isAdmin={isAdmin} />
        <Needs
          title="Requirements"
          needs={[
            ['Photo ID', delivery.require_photo_id],
            ['Refrigerated', delivery.refrigerated],
            ['Collect Copay', delivery.collect_copay],
            ['Signature', delivery.signature_required],
          ]}
        />
        <Needs
          title="Required Forms"
          needs={[
            ['HIPAA', delivery.hipaa_form],
            ['Lien', delivery.lien_form],
            ['NF AOB', delivery.nf_aob_form],
          ]}
        />
        <Totals delivery={delivery} />
        {whoLooked}
        <Card title="Metadata">
          <FactList
            facts={[
              ['Delivery ID', delivery.id],
              ['Pharmacist ID', delivery.pharmacist_id],
              ...(delivery.external_id ? [[externalIdLabel, delivery.external_id] as const] : []),
              ['Created', formatDateTime(delivery.created_at)],
              ['Last Updated', formatDateTime(delivery.updated_at)],
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

/** The attempts at the door that failed, the latest first: why, when, by whom, and the photo. */
function AttemptsCard({ attempts }: Pick<Delivery, 'attempts'>) {
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
