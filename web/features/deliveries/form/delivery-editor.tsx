import { useState } from 'react'
import { readDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { isEditableStatus } from '#shared/rules/transitions.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { deliveryStatusLabel } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { LeaveGuardRef } from '../../../ui/use-may-leave.ts'
import type { PatientPickerComponent } from '../../patients/picked-patient.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { DeliveryForm } from './delivery-form.tsx'
import type { CarriedOverValues } from './delivery-form-values.ts'
import { useFirstFieldFocus } from './use-first-field.ts'
import { useFormChoices } from './use-form-data.ts'
import { useInitialFormValues } from './use-form-start.ts'

interface EditorProps {
  PatientPicker: PatientPickerComponent
  onSaved: (delivery: Delivery) => void
  onCancel: () => void
  guard?: LeaveGuardRef
}

/**
 * The form for a new delivery. It appears once its options have been read and the reading of its initial values has ended, with or
 * without success.
 */
export function DeliveryCreator(props: EditorProps) {
  const { data, isMissing, retry } = useFormChoices()
  const [round, setRound] = useState<{ count: number; carried?: CarriedOverValues }>({ count: 0 })
  const box = useFirstFieldFocus(data !== undefined, round.count)
  const next = ({ delivery_date, time_range, pharmacist_id }: Delivery) =>
    setRound({ count: round.count + 1, carried: { delivery_date, time_range, pharmacist_id } })
  const start = useInitialFormValues()
  if (data && !start.isPending)
    return (
      <div ref={box}>
        <DeliveryForm
          key={round.count}
          data={data}
          start={round.count === 0 ? start.value : undefined}
          carried={round.carried}
          onNext={next}
          {...props}
        />
      </div>
    )
  if (isMissing) return <FailedState message={deliveryLabels.formDataFailed} onRetry={retry} />
  return <Skeleton label="Loading form..." />
}

/**
 * Makes a query read the delivery when the form opens. When the window gets the focus or the network returns, a delivery that was
 * read is not read again, because new data must not replace the open form.
 */
const readOnce: Parameters<typeof useApiQuery<typeof readDelivery>>[2] = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: ({ state }) => state.data === undefined,
}

/** The form for an existing delivery. The delivery is always read from the server, because cached data may be stale. */
export function DeliveryEditor({ deliveryId, ...props }: EditorProps & { deliveryId: string }) {
  const { data, isMissing, retry } = useFormChoices()
  const read = useApiQuery(readDelivery, { params: { id: deliveryId } }, readOnce)
  async function reread() {
    const { data: newest, isError } = await read.refetch()
    return isError ? undefined : newest
  }
  if (read.error?.status === 404)
    return (
      <EmptyState title={deliveryLabels.notFound}>
        <p>{deliveryLabels.notFoundMore}</p>
        <Button onClick={props.onCancel}>Back</Button>
      </EmptyState>
    )
  if (isMissing) return <FailedState message={deliveryLabels.formDataFailed} onRetry={retry} />
  if (data && read.data && read.isFetchedAfterMount) {
    if (isEditableStatus(read.data.status))
      return <DeliveryForm delivery={read.data} data={data} onReread={reread} {...props} />
    return (
      <EmptyState title="This delivery can no longer be edited">
        <p>Its status is {deliveryStatusLabel(read.data.status)}.</p>
        <Button onClick={props.onCancel}>View details</Button>
      </EmptyState>
    )
  }
  if (read.isError) return <FailedState message={deliveryLabels.detailsFailed} onRetry={() => void read.refetch()} />
  return <Skeleton label="Loading form..." />
}
