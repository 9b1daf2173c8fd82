import { type ComponentType, useRef } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { listDeliveries, readDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { readAttentionListAhead } from '../features/deliveries/attention/use-attention-list.ts'
import { useDeliveryAccess } from '../features/deliveries/delivery-access.ts'
import { deliveryLabels } from '../features/deliveries/delivery-labels.ts'
import { readFormChoicesAhead, readFormStartAhead } from '../features/deliveries/form/use-form-data.ts'
import { addressParamsOfFilters, filtersOfView } from '../features/deliveries/list/list-filters.ts'
import { listFiltersFrom, listInputFromAddress } from '../features/deliveries/list/list-query.ts'
import { useAnnounceCreated } from '../features/deliveries/list/use-scroll-to-created.tsx'
import { DeliveryOverlays, preloadCompletionDialog } from '../features/door/delivery-overlays.tsx'
import type { PatientPickerComponent } from '../features/patients/picked-patient.ts'
import { runLabels } from '../features/runs/run-labels.ts'
import { callEarly } from '../lib/api/early-calls.ts'
import { fillPath } from '../lib/api/fill-path.ts'
import { readFirstPageAhead } from '../lib/api/paged-queries.ts'
import type { DataPreload } from '../lib/navigation/data-preload.ts'
import { paths } from '../lib/navigation/paths.ts'
import { useAddressQuery } from '../lib/navigation/use-address-query.ts'
import { useToday } from '../lib/session/clock.ts'
import { ButtonLink } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { LeaveGuardRef } from '../ui/use-may-leave.ts'
import { type ManagementView, useManagementTabs, useViewOpener } from './management-tabs.ts'

const DeliveryCreator = lazyComponent(
  async () => (await import('../features/deliveries/form/delivery-editor.tsx')).DeliveryCreator,
  {
    waiting: () => <Skeleton label="Loading form..." />,
  },
)
const DeliveryEditor = lazyComponent(
  async () => (await import('../features/deliveries/form/delivery-editor.tsx')).DeliveryEditor,
  {
    waiting: () => <Skeleton label="Loading form..." />,
  },
)
// The placeholder has enough lines to fill a usual window, so that nothing visible moves when the list replaces the placeholder.
const DeliveryList = lazyComponent(
  async () => (await import('../features/deliveries/list/delivery-list.tsx')).DeliveryList,
  {
    waiting: () => <Skeleton label={deliveryLabels.listLoading} lines={14} />,
  },
)
const AttentionList = lazyComponent(
  async () => (await import('../features/deliveries/attention/attention-list.tsx')).AttentionList,
  {
    waiting: () => <Skeleton label={deliveryLabels.listLoading} />,
  },
)
const loadRuns = () => import('../features/runs/runs.tsx')
const Runs = lazyComponent(async () => (await loadRuns()).RunsScreen, {
  waiting: () => <Skeleton label={runLabels.loading} lines={8} />,
})

/**
 * Loads the code that is likely to be needed next: the page of a delivery and the completion at the door. A failure is ignored
 * here, because it shows when the code is needed.
 */
function loadNext() {
  import('./delivery-detail-screen.tsx').catch(() => undefined)
  preloadCompletionDialog()
}

/** The components of the patients' feature, which `DeliveriesPage` passes in, so that each is loaded only when it is needed. */
interface ScreenProps {
  PatientPicker: PatientPickerComponent
  PatientDirectory: ComponentType
}

export const preloadData: DataPreload = async (opened) => {
  if (opened.path === paths.runs) {
    Runs.preload()
    return (await loadRuns()).preloadData(opened)
  }
  if (opened.params.id) {
    DeliveryEditor.preload()
    // The form always reads the delivery from the server. Make that call early, so that the form uses its response.
    callEarly([fillPath(readDelivery.path, { params: opened.params })], opened.accessToken)
    return readFormChoicesAhead()
  }
  const list = listInputFromAddress(opened)
  if (list) {
    DeliveryList.preload()
    return readFirstPageAhead(listDeliveries, list)
  }
  const view = opened.search.get('view')
  if (view === 'create') {
    DeliveryCreator.preload()
    return Promise.all([readFormChoicesAhead(), readFormStartAhead(opened.search)])
  }
  if (view === 'attention') {
    AttentionList.preload()
    return readAttentionListAhead()
  }
  return undefined
}

/** The management screen: `/pharmacy/delivery`, with its tab `/pharmacy/runs` and the edit view `/pharmacy/delivery/edit/{id}`. */
export const DeliveriesScreen = (parts: ScreenProps) => (
  <>
    <DeliveryManagement {...parts} />
    <DeliveryOverlays />
  </>
)

function DeliveryManagement({ PatientPicker, PatientDirectory }: ScreenProps) {
  const { managesList } = useDeliveryAccess()
  const { id: edited } = useParams()
  const navigate = useNavigate()
  const [params, change] = useAddressQuery()
  const guard: LeaveGuardRef = useRef(undefined)
  const today = useToday()
  const view = useView(params, edited)
  const { tabs, attention } = useManagementTabs(view)
  const open = useViewOpener()
  const landOn = useAnnounceCreated()

  async function changeView(next: ManagementView) {
    const mayLeave = (await guard.current?.()) ?? true
    if (mayLeave && next !== 'edit') open(next)
    return mayLeave
  }
  // Open the list of the new delivery's day, so that the user sees the delivery there.
  const showNew = (delivery: Delivery) => {
    const { delivery_date, status } = delivery
    landOn(delivery)
    const shown = filtersOfView('current', { pharmacist: '' }, today)
    change(() =>
      addressParamsOfFilters({ ...shown, date: delivery_date, status: status === 'pending' ? status : '' }, today),
    )
  }
  const showDetails = () => edited && void navigate(paths.delivery(edited))

  return (
    <PageFrame
      title={titles[view] ?? heading}
      heading={heading}
      actions={managesList && !withoutImport.has(view) && <ImportLink />}
    >
      <Tabs label="Deliveries" value={view} tabs={tabs} onChange={changeView}>
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
        {edited && (
          <DeliveryEditor
            key={edited}
            deliveryId={edited}
            PatientPicker={PatientPicker}
            onSaved={showDetails}
            onCancel={showDetails}
            guard={guard}
          />
        )}
        {view === 'attention' && <AttentionList list={attention} />}
        {view === 'runs' && <Runs />}
        {(view === 'current' || view === 'past') && <DeliveryList key={view} loadNext={loadNext} />}
      </Tabs>
    </PageFrame>
  )
}

const heading = 'Delivery Management'

const titles: Partial<Record<ManagementView, string>> = { runs: runLabels.runs, edit: deliveryLabels.edit }
/** The views without the Import button: the patient directory has its own, and imports make no sense while editing one delivery. */
const withoutImport: ReadonlySet<ManagementView> = new Set(['patients', 'edit'])

const ImportLink = () => (
  <ButtonLink size="small" to={paths.importOf('deliveries')}>
    Import
  </ButtonLink>
)

/**
 * Returns the view that the address names. If it names none, or one that this user may not open, returns `current`. The filter Late
 * turns `past` into `current`, too.
 */
function useView(params: URLSearchParams, edited: string | undefined): ManagementView {
  const { managesList, mayManage } = useDeliveryAccess()
  const isRuns = useLocation().pathname === paths.runs
  const { view: list } = listFiltersFrom(params, useToday())
  if (isRuns) return 'runs'
  if (edited) return 'edit'
  const view = params.get('view')
  if (view === 'attention') return mayManage ? view : list
  if (view === 'patients' || view === 'create') return managesList ? view : list
  return list
}
