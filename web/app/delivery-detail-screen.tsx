import type { ComponentType } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { checkSlip, readDelivery } from '#shared/api/deliveries.ts'
import type { PlacedDelivery } from '#shared/model/delivery.ts'
import { useDeliveryAccess } from '../features/deliveries/delivery-access.ts'
import { deliveryLabels } from '../features/deliveries/delivery-labels.ts'
import { CachedDeliveryDetails } from '../features/deliveries/detail/cached-delivery-details.tsx'
import { DeliveryDetail } from '../features/deliveries/detail/delivery-detail.tsx'
import styles from '../features/deliveries/detail/detail.module.css'
import { DetailActions } from '../features/deliveries/detail/detail-actions.tsx'
import { whereaboutsText } from '../features/deliveries/detail/whereabouts.ts'
import { lastListPath } from '../features/deliveries/list/last-list.ts'
import { RefusedActions } from '../features/deliveries/unsent/refused-actions.tsx'
import { UnsentMark, useReopenCompletion } from '../features/deliveries/unsent/unsent.tsx'
import { DeliveryOverlays, preloadCompletionDialog } from '../features/door/delivery-overlays.tsx'
import { DeliveryProof } from '../features/proof/delivery-proof.tsx'
import { pollQuery, readAhead, useApiQuery } from '../lib/api/queries.ts'
import { useLiveChangedIds } from '../lib/api/use-live-changed-ids.ts'
import { useWhenIdle } from '../lib/browser/idle.ts'
import { toast, useFailureToast } from '../lib/browser/toast.ts'
import { useRowRefusal } from '../lib/forms/use-row-refusal.ts'
import type { DataPreload } from '../lib/navigation/data-preload.ts'
import { backLinkState } from '../lib/navigation/paths.ts'
import { announce } from '../ui/announce.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { BackIcon } from '../ui/icons.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Link } from '../ui/link.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { RefreshBar } from '../ui/refresh-bar.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

/**
 * The interval in milliseconds at which a delivery is read again to renew the URLs of its pictures. It is shorter than the time for
 * which such a URL is valid.
 */
const rereadMs = 10 * 60_000
/**
 * If a picture fails to load within this time after its delivery was read, in milliseconds, its URL has not expired, and reading
 * the delivery again won't help.
 */
const freshMs = 60_000

interface DetailParts {
  /** The list of people who looked at the delivery, for tenant administrators. */
  WhoLooked: ComponentType<{ at: { subject_id: string } }>
}

const Records = lazyComponent(
  async () => (await import('../features/deliveries/unsent/unsent-records.tsx')).UnsentRecords,
  { waiting: () => <Skeleton label="Loading records..." lines={4} /> },
)

const WrongDoor = lazyComponent(async () => (await import('../features/proof/wrong-door.tsx')).WrongDoorNotice, {
  waiting: () => null,
})

export const preloadData: DataPreload = ({ params: { id = '' } }) => readAhead(readDelivery, { params: { id } })

/** The message for a user who scanned the code of a printed slip that is no longer valid. */
function OutdatedSlip({ deliveryId }: { deliveryId: string }) {
  const [params] = useSearchParams()
  const slip = params.get('slip')
  const { data } = useApiQuery(
    checkSlip,
    { params: { id: deliveryId }, query: { code: slip ?? '' }, within: deliveryId },
    { enabled: slip !== null },
  )
  return (
    <FormAlert>{data?.current === false && 'This slip is out of date. Print it again before it goes out.'}</FormAlert>
  )
}

/** The page `/pharmacy/delivery/{id}`. */
export function DeliveryDetailScreen({ WhoLooked }: DetailParts) {
  const { id: deliveryId = '' } = useParams()
  return <DeliveryPage key={deliveryId} deliveryId={deliveryId} WhoLooked={WhoLooked} />
}

const BackToList = () => (
  <Link className={classNames(styles.back, 'reach')} to={lastListPath()} state={backLinkState} data-key="Escape">
    <BackIcon /> Back to deliveries
  </Link>
)

/** Reads the delivery, and keeps it current while the user looks at the page. */
function useDelivery(deliveryId: string) {
  const read = useApiQuery(readDelivery, { params: { id: deliveryId } }, { refetchInterval: rereadMs })
  const { data: delivery, isRefetchError } = read
  // Don't poll a delivery with pictures: each response has new URLs for them, so that the browser would load the pictures again.
  const hasPictures = Boolean(delivery?.patient_signature || delivery?.delivery_photo_url)
  const changed = useLiveChangedIds({
    rows: delivery && [delivery],
    of: deliveryId,
    read: () => hasPictures || pollQuery(readDelivery, { params: { id: deliveryId } }),
    onChange: () => announce('This delivery has changed'),
  })
  useWhenIdle(preloadCompletionDialog, read.isSuccess)
  useReopenCompletion(delivery ? [delivery] : [])
  useFailureToast(read, deliveryLabels.detailsNotRefreshed, { show: toast.error, isEnabled: isRefetchError })
  return { read, changed }
}

function DeliveryPage({ deliveryId, WhoLooked }: DetailParts & { deliveryId: string }) {
  const { read, changed } = useDelivery(deliveryId)
  if (read.error?.status === 404)
    return (
      <PageFrame title={deliveryLabels.notFound}>
        <EmptyState title={deliveryLabels.notFoundMore}>
          <ButtonLink to={lastListPath()}>Back to deliveries</ButtonLink>
        </EmptyState>
      </PageFrame>
    )
  if (read.isPending)
    return (
      <PageFrame title="Delivery Details">
        <Skeleton label="Loading delivery..." lines={10} />
      </PageFrame>
    )
  if (!read.data)
    return (
      <>
        <BackToList />
        <PageFrame title="Error Loading Delivery">
          <RefusedActions deliveryId={deliveryId} isOpen />
          <FailedState message={deliveryLabels.detailsFailed} onRetry={() => void read.refetch()} />
          <CachedDeliveryDetails id={deliveryId} />
        </PageFrame>
      </>
    )
  return <LoadedDelivery delivery={read.data} read={read} isMarked={changed.has(read.data.id)} WhoLooked={WhoLooked} />
}

interface LoadedProps extends DetailParts {
  delivery: PlacedDelivery
  read: ReturnType<typeof useDelivery>['read']
  isMarked: boolean
}

function LoadedDelivery({ delivery, read, isMarked, WhoLooked }: LoadedProps) {
  const { mayManage, user } = useDeliveryAccess()
  const refusals = useRowRefusal()
  return (
    <>
      <BackToList />
      <PageFrame
        title="Delivery Details"
        heading={delivery.patient_name}
        mark={
          <>
            <StatusBadge status={delivery.status} />
            <UnsentMark delivery={delivery} />
          </>
        }
        actions={<DetailActions delivery={delivery} refusals={refusals} />}
      >
        <FormAlert>{refusals.of(delivery.id)}</FormAlert>
        <RefusedActions deliveryId={delivery.id} isOpen />
        <OutdatedSlip deliveryId={delivery.id} />
        <FormAlert>{read.isRefetchError && deliveryLabels.detailsNotRefreshed}</FormAlert>
        <div className={styles.subtitle}>
          <strong className={styles.whereabouts}>{whereaboutsText(delivery)}</strong>
          {delivery.delivery_photo_url && (
            <a className="reach" href={delivery.delivery_photo_url} target="_blank" rel="noreferrer">
              View delivery photo
            </a>
          )}
          <RefreshBar at={read.dataUpdatedAt} again={async () => !(await read.refetch()).isError} />
        </div>
        {(delivery.recorded_by_mistake || delivery.again_of) && <WrongDoor delivery={delivery} mayManage={mayManage} />}
        {mayManage && delivery.unsent.length > 0 && <Records delivery={delivery} />}
        <div className={classNames(isMarked && 'marked')}>
          <DeliveryDetail
            delivery={delivery}
            isAdmin={mayManage}
            proof={
              <DeliveryProof
                delivery={delivery}
                mayManage={mayManage}
                seesRecord={mayManage || delivery.pharmacist_id === user.id}
                onExpired={() => {
                  if (Date.now() - read.dataUpdatedAt > freshMs) void read.refetch()
                }}
              />
            }
            whoLooked={user.is_tenant_admin && <WhoLooked at={{ subject_id: delivery.id }} />}
          />
        </div>
      </PageFrame>
      <DeliveryOverlays />
    </>
  )
}
