import { type ComponentType, useRef } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { Delivery } from '#shared/model/delivery.ts'
import { paths } from '../../lib/paths.ts'
import type { PatientPickerComponent } from '../../lib/patient-picker.ts'
import { useAddressQuery } from '../../lib/use-address-query.ts'
import { useToday } from '../../lib/use-today.ts'
import { Page } from '../../ui/page.tsx'
import { part } from '../../ui/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { LeaveGuard } from '../../ui/use-may-leave.ts'
import { useDeliveryAccess } from './delivery-access.ts'
import { deliveryLabels } from './delivery-labels.ts'
import { DeliveryOverlays } from './delivery-overlays.tsx'
import { DeliveryList } from './list/delivery-list.tsx'
import { filtersFrom, filtersOfView, paramsFrom } from './list/list-filters.ts'
import { useLandOn } from './use-landing.tsx'

const loadingForm = { waiting: () => <Skeleton label="Loading form..." /> }
const loadEditor = () => import('./form/delivery-editor.tsx')
const DeliveryCreator = part(async () => (await loadEditor()).DeliveryCreator, loadingForm)
const DeliveryEditor = part(async () => (await loadEditor()).DeliveryEditor, loadingForm)

type View = 'current' | 'past' | 'patients' | 'create'

const listTabs: { value: View; label: string }[] = [
  { value: 'current', label: 'Current Deliveries' },
  { value: 'past', label: 'Past Deliveries' },
]
const adminTabs: typeof listTabs = [
  ...listTabs,
  { value: 'patients', label: 'Patients' },
  { value: 'create', label: deliveryLabels.create },
]

/** Patients are a feature of their own: the route gives their parts. */
interface ScreenProps {
  PatientPicker: PatientPickerComponent
  PatientDirectory: ComponentType
}

/** The management screen: `/pharmacy/delivery`, and its edit view `/pharmacy/delivery/edit/{deliveryId}`. */
export function DeliveriesScreen({ PatientPicker, PatientDirectory }: ScreenProps) {
  const { deliveryId } = useParams()
  return (
    <>
      {deliveryId ? (
        <EditView key={deliveryId} deliveryId={deliveryId} PatientPicker={PatientPicker} />
      ) : (
        <ManagementView PatientPicker={PatientPicker} PatientDirectory={PatientDirectory} />
      )}
      <DeliveryOverlays />
    </>
  )
}

function ManagementView({ PatientPicker, PatientDirectory }: ScreenProps) {
  const { managesList } = useDeliveryAccess()
  const [params, change] = useAddressQuery()
  const guard: LeaveGuard = useRef(undefined)
  const today = useToday()
  const filters = filtersFrom(params, today)
  const asked = params.get('view')
  const view: View = managesList && (asked === 'patients' || asked === 'create') ? asked : filters.view

  const open = (next: View) =>
    change((newest) =>
      next === 'patients' || next === 'create'
        ? new URLSearchParams({ view: next })
        : paramsFrom(filtersOfView(next, filtersFrom(newest, today), today), today),
    )

  async function changeView(next: View) {
    const mayLeave = (await guard.current?.()) ?? true
    if (mayLeave) open(next)
    return mayLeave
  }
  const landOn = useLandOn()
  // The list of its day is where the new delivery is seen.
  const showNew = (delivery: Delivery) => {
    const { delivery_date, status } = delivery
    landOn(delivery)
    const shown = filtersOfView('current', { pharmacist: '' }, today)
    change(() => paramsFrom({ ...shown, date: delivery_date, status: status === 'pending' ? status : '' }, today))
  }

  return (
    <Page title="Delivery Management">
      <Tabs label="Deliveries" value={view} tabs={managesList ? adminTabs : listTabs} onChange={changeView}>
        {view === 'patients' && <PatientDirectory />}
        {view === 'create' && (
          <DeliveryCreator
            key={`${params.get('patient')} ${params.get('like')}`}
            PatientPicker={PatientPicker}
            onSaved={showNew}
            onCancel={() => open('current')}
            guard={guard}
          />
        )}
        {(view === 'current' || view === 'past') && <DeliveryList key={view} />}
      </Tabs>
    </Page>
  )
}

function EditView({ deliveryId, PatientPicker }: Pick<ScreenProps, 'PatientPicker'> & { deliveryId: string }) {
  const navigate = useNavigate()
  const showDetails = () => void navigate(paths.delivery(deliveryId))
  return (
    <Page title="Edit Delivery">
      <DeliveryEditor
        deliveryId={deliveryId}
        PatientPicker={PatientPicker}
        onSaved={showDetails}
        onCancel={showDetails}
      />
    </Page>
  )
}
