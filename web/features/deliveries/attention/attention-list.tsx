import { readSettings } from '#shared/api/settings.ts'
import { attemptText } from '#shared/model/attempt.ts'
import type { AttentionReason, DeliveryRow } from '#shared/model/delivery-row.ts'
import type { RefusedAction, RefusedActionKind } from '#shared/model/refused-action.ts'
import { shortDay } from '#shared/rules/dates.ts'
import { nextSteps } from '#shared/rules/next-steps.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { timeRangeLabel } from '../../../lib/session/shown-time-ranges.ts'
import { Badge, deliveryStatusLabel } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryList } from '../../../ui/query-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { deliveryTimeText, streetLine } from '../delivery-text.ts'
import styles from '../list/list.module.css'
import { DeliveryDay } from '../marks/delivery-day.tsx'
import { NextSteps } from './next-steps.tsx'
import type { AttentionPages } from './use-attention-list.ts'

const workTexts: Record<RefusedActionKind, string> = {
  completion: 'Completion',
  attempt: 'Attempt',
  return: 'Return',
}

/** Returns for example `Completion by Dana Quick, Nov 25, 2026 10:42 AM, was not accepted: …` */
const unsentText = ({ kind, refusal, captured_at, reported_at, reported_by }: RefusedAction) =>
  `${workTexts[kind]} by ${reported_by.full_name}, ${formatDateAndAnyTime(captured_at ?? reported_at)}, was not accepted: ${refusal}`

const reasonTexts: Record<AttentionReason, (row: DeliveryRow) => string> = {
  unsent: () => 'Not accepted',
  with_former: ({ pharmacist_name }) => `With ${pharmacist_name ?? 'a driver'}, who can no longer sign in`,
  return_over: () => deliveryLabels.pastReturn,
  not_back: () => 'Not back at the pharmacy',
  late: () => 'Late',
  overdue: () => 'Overdue',
  failed: () => 'Failed',
  asked: ({ asked }) =>
    `Recipient asked for ${shortDay(asked?.delivery_date ?? '')}, ${timeRangeLabel(asked?.time_range ?? '')}`,
  return_soon: ({ return_by }) => `Back to stock by ${shortDay(return_by ?? '')}`,
  unassigned: () => deliveryLabels.unassigned,
  call_back: ({ call_back_due_at }) =>
    call_back_due_at ? `Call back by ${formatDateAndAnyTime(call_back_due_at)}` : 'Call back',
  handover: ({ handover }) => `Handover from ${shortDay(handover?.date ?? '')} not confirmed`,
}

/** The reasons that cannot wait: a package or a signature may be lost, or a patient waits now. */
const urgentReasons: ReadonlySet<AttentionReason> = new Set([
  'unsent',
  'with_former',
  'return_over',
  'not_back',
  'late',
  'overdue',
])

const isUrgent = ({ attention = [] }: DeliveryRow) => attention.some((reason) => urgentReasons.has(reason))

/** Says why and when the last attempt failed: `No answer: Rang twice. Nov 28, 2026 2:46 PM, Dana Driver.` */
function LastAttempt({ row: { last_attempt } }: { row: DeliveryRow }) {
  if (!last_attempt) return null
  const { captured_at, attempted_at, attempted_by } = last_attempt
  return <p>{`${attemptText(last_attempt)}. ${formatDateAndAnyTime(captured_at ?? attempted_at)}, ${attempted_by}.`}</p>
}

const texts = {
  loading: deliveryLabels.listLoading,
  failed: deliveryLabels.listFailed,
  notRefreshed: deliveryLabels.listNotRefreshed,
}

/** The deliveries that need attention, the most urgent first, each with the reasons in words and the buttons for its next steps. */
export const AttentionList = ({ list }: { list: AttentionPages }) => (
  <>
    <HeldUpdatesNotice />
    <QueryList
      query={list}
      rows={list.rows}
      label="Deliveries"
      texts={texts}
      empty={<EmptyState title="Nothing needs attention" />}
      nameOf={({ patient_name }) => patient_name}
      card={cardOf}
    />
  </>
)

const cardOf = (row: DeliveryRow, name: string) => <AttentionCard row={row} name={name} />

interface CardProps {
  row: DeliveryRow
  /** The name of the row, for the labels of its controls. */
  name: string
}

function AttentionCard({ row, name }: CardProps) {
  const reasons = row.attention ?? []
  const status = deliveryStatusLabel(row.status)
  const shown = reasons.filter((reason) => reasonTexts[reason](row) !== status)
  return (
    <Card
      className={styles.waiting}
      aside={
        <>
          <h2>
            <Link className={styles.patient} to={paths.delivery(row.id)} aria-label={name}>
              {row.patient_name}
            </Link>
          </h2>
          <StatusBadge status={row.status} />
          {isUrgent(row) && <strong className={styles.urgent}>Urgent</strong>}
        </>
      }
    >
      {shown.length > 0 && (
        <p className={styles.reasons}>
          {shown.map((reason) => (
            <Badge key={reason} tone={urgentReasons.has(reason) ? 'red' : 'yellow'}>
              {reasonTexts[reason](row)}
            </Badge>
          ))}
        </p>
      )}
      <LastAttempt row={row} />
      {row.unsent?.map((action) => (
        <p key={`${action.kind} ${action.reported_at}`}>{unsentText(action)}</p>
      ))}
      <div className="small">
        <div>{streetLine(row)}</div>
        <DeliveryDay date={row.delivery_date} />, <span className={styles.time}>{deliveryTimeText(row)}</span>
        {row.pharmacist_name && <span>{` · ${row.pharmacist_name}`}</span>}
      </div>
      <NextSteps row={row} name={name} offered={nextSteps(row.status, reasons, row.unsent)} />
    </Card>
  )
}

/** Says once, above the list, that the organisation has sent all the updates that it may send today. */
function HeldUpdatesNotice() {
  const { data } = useApiQuery(readSettings, {})
  if (!data?.updates_held_today) return null
  return (
    <p className="small" role="note">
      Your pharmacy has sent all its updates for today. Recipients will get the next ones tomorrow.
    </p>
  )
}
