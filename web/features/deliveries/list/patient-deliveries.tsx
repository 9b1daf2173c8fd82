import { listDeliveries, readStatusHistory } from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { readFirstPageAhead } from '../../../lib/api/paged-queries.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { useLivePages } from '../../../lib/api/use-live-changed-ids.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import type { DataPreload } from '../../../lib/navigation/data-preload.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useOrganisationDateTime, useToday } from '../../../lib/session/clock.ts'
import { announce } from '../../../ui/announce.ts'
import { deliveryStatusLabel } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { LoadMoreControl } from '../../../ui/load-more.tsx'
import { uniqueRowNamer } from '../../../ui/row-names.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { deliveryTimeText, totalAmountText } from '../delivery-text.ts'
import { LateBadge } from '../marks/late-badge.tsx'
import { MistakeBadge } from '../marks/mistake-badge.tsx'
import { changedDeliveriesText } from './list-filters.ts'
import styles from './patient-deliveries.module.css'

const listedOf = (patientId: string, view: 'upcoming' | 'earlier', today: string) => ({
  query: { patient_id: patientId, view, today, limit: '20' },
  within: patientId,
})

export const preloadData: DataPreload = ({ params: { patientId = '' }, today }) =>
  today
    ? Promise.all(
        (['upcoming', 'earlier'] as const).map((view) =>
          readFirstPageAhead(listDeliveries, listedOf(patientId, view, today)),
        ),
      )
    : undefined

/** A patient's upcoming deliveries, followed by the earlier ones. Both lists appear at the same time, so that nothing moves. */
export function PatientDeliveries({ patientId }: { patientId: string }) {
  const upcoming = useDeliveriesOf(patientId, 'upcoming')
  const earlier = useDeliveriesOf(patientId, 'earlier')
  if (upcoming.isPending || earlier.isPending) return <Skeleton label={deliveryLabels.listLoading} />
  return (
    <>
      <DeliveriesOf list={upcoming} title="Upcoming" none="No upcoming deliveries." />
      <DeliveriesOf list={earlier} title="Earlier" none="No earlier deliveries." />
    </>
  )
}

function useDeliveriesOf(patientId: string, view: 'upcoming' | 'earlier') {
  return useLivePages(listDeliveries, listedOf(patientId, view, useToday()), {
    newsOf: (row) => row,
    onChange: (count) => announce(changedDeliveriesText(count)),
  })
}

interface DeliveriesOfProps {
  list: ReturnType<typeof useDeliveriesOf>
  title: string
  none: string
}

/** Names a delivery for its link. Two deliveries of one day differ in their time range or state, otherwise they are numbered. */
const lineName = (row: DeliveryRow) =>
  [formatDateAndAnyTime(row.delivery_date), deliveryTimeText(row), deliveryStatusLabel(row.status)].join(', ')

function DeliveriesOf({ list, title, none }: DeliveriesOfProps) {
  const nameOf = uniqueRowNamer(list.rows ?? [], lineName)
  return (
    <Card title={title}>
      {!list.rows && <FailedState message={deliveryLabels.listFailed} onRetry={() => void list.refetch()} />}
      {list.rows?.length === 0 && <p className="muted">{none}</p>}
      {list.rows && list.rows.length > 0 && (
        <ul className={styles.list} aria-label={title}>
          {list.rows.map((row) => (
            <DeliveryLine key={row.id} delivery={row} name={nameOf(row)} isMarked={list.changed.has(row.id)} />
          ))}
        </ul>
      )}
      <LoadMoreControl pages={list} failure={deliveryLabels.listFailed} byButton />
    </Card>
  )
}

interface LineProps {
  delivery: DeliveryRow
  name: string
  isMarked: boolean
}

function DeliveryLine({ delivery, name, isMarked }: LineProps) {
  const isUndelivered = delivery.status === 'failed' || delivery.status === 'cancelled'
  return (
    <li data-row={delivery.id} className={classNames(styles.line, isMarked && 'marked')}>
      <Link to={paths.delivery(delivery.id)} data-main="" aria-label={name} className="tabular">
        {formatDateAndAnyTime(delivery.delivery_date)}
      </Link>
      <span className="tabular">
        {deliveryTimeText(delivery)} <LateBadge delivery={delivery} clock={useOrganisationDateTime()} />
      </span>
      <span>
        <StatusBadge status={delivery.status} />
        <MistakeBadge delivery={delivery} />
      </span>
      <span>{delivery.pharmacist_name ?? deliveryLabels.unassigned}</span>
      <span className="tabular">{totalAmountText(delivery)}</span>
      {isUndelivered && <WhyNot delivery={delivery} />}
    </li>
  )
}

/** Shows why a delivery failed or was cancelled, as recorded in its status history. */
function WhyNot({ delivery: { id, status, patient_id } }: { delivery: DeliveryRow }) {
  const { data } = useApiQuery(
    readStatusHistory,
    { params: { id }, within: patient_id },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const notes = data?.find(({ new_status }) => new_status === status)?.notes
  return notes ? <span className={styles.why}>{notes}</span> : null
}
