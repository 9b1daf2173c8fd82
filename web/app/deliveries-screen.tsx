import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { listDeliveries } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { readAttentionAhead, useAttention } from '../features/deliveries/attention/use-attention.ts'
import { useDeliveryAccess } from '../features/deliveries/delivery-access.ts'
import { deliveryLabels } from '../features/deliveries/delivery-labels.ts'
import { readFormDataAhead } from '../features/deliveries/form/use-form-data.ts'
import { readFormStartAhead } from '../features/deliveries/form/use-form-start.ts'
import { DeliveryList } from '../features/deliveries/list/delivery-list.tsx'
import { filtersOfView, paramsFrom } from '../features/deliveries/list/list-filters.ts'
import { filtersFrom, firstList } from '../features/deliveries/list/list-query.ts'
import { useLandOn } from '../features/deliveries/list/use-landing.tsx'
import { DeliveryOverlays, preloadCompletion } from '../features/door/delivery-overlays.tsx'
import type { PatientPickerComponent } from '../features/patients/picked-patient.ts'
import { runLabels } from '../features/runs/run-labels.ts'
import { readPageAhead } from '../lib/api/paged-queries.ts'
import type { FirstRead } from '../lib/navigation/first-read.ts'
import { paths, staying } from '../lib/navigation/paths.ts'
import { useAddressQuery } from '../lib/navigation/use-address-query.ts'
import { useToday } from '../lib/session/clock.ts'
import { lastKnown } from '../lib/session/last-known.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { LeaveGuard } from '../ui/use-may-leave.ts'

const DeliveryCreator = part(
  async () => (await import('../features/deliveries/form/delivery-editor.tsx')).DeliveryCreator,
  {
    waiting: () => <Skeleton label="Loading form..." />,
  },
)
const AttentionList = part(
  async () => (await import('../features/deliveries/attention/attention-list.tsx')).AttentionList,
  {
    waiting: () => <Skeleton label={deliveryLabels.listLoading} />,
  },
)
const loadRuns = () => import('../features/runs/runs.tsx')
const Runs = part(async () => (await loadRuns()).Runs, {
  waiting: () => <Skeleton label={runLabels.loading} lines={8} />,
})

/** A page that fails to load here is loaded again when it is needed. */
function loadNext() {
  import('./delivery-detail-screen.tsx').catch(() => undefined)
  preloadCompletion()
}

type View = 'attention' | 'current' | 'past' | 'runs' | 'patients' | 'create'
type Tab = { value: View; label: string }

const listTabs: Tab[] = [
  { value: 'current', label: 'Current Deliveries' },
  { value: 'past', label: 'Past Deliveries' },
]
const runsTab: Tab = { value: 'runs', label: runLabels.runs }
const adminTabs: Tab[] = [
  { value: 'patients', label: 'Patients' },
  { value: 'create', label: deliveryLabels.create },
]

/** Patients are a feature of their own: the route gives their parts. */
interface ScreenProps {
  PatientPicker: PatientPickerComponent
  PatientDirectory: ComponentType
}

export const readFirst: FirstRead = async (opened) => {
  if (opened.path === paths.runs) {
    Runs.preload()
    return (await loadRuns()).readFirst(opened)
  }
  const list = firstList(opened)
  if (list) return readPageAhead(listDeliveries, list)
  const view = opened.search.get('view')
  if (view === 'create') {
    DeliveryCreator.preload()
    return Promise.all([readFormDataAhead(), readFormStartAhead(opened.search)])
  }
  if (view === 'attention') {
    AttentionList.preload()
    return readAttentionAhead()
  }
  return undefined
}

/** The management screen: `/pharmacy/delivery`, and its tab `/pharmacy/runs`. */
export const DeliveriesScreen = (parts: ScreenProps) => (
  <>
    <ManagementView {...parts} />
    <DeliveryOverlays />
  </>
)

function ManagementView({ PatientPicker, PatientDirectory }: ScreenProps) {
  const { user, managesList, mayManage } = useDeliveryAccess()
  const isRuns = useLocation().pathname === paths.runs
  const navigate = useNavigate()
  const [params, change] = useAddressQuery()
  const guard: LeaveGuard = useRef(undefined)
  const today = useToday()
  const filters = filtersFrom(params, today)
  const asked = params.get('view')
  const isList = asked !== 'patients' && asked !== 'create' && asked !== 'attention'
  const mayOpen = asked === 'attention' ? mayManage : managesList
  const listed: View = isList || !mayOpen ? filters.view : asked
  const view = isRuns ? 'runs' : listed
  const attentionList = useAttention({ enabled: mayManage, isInSight: view === 'attention' })
  const { rows: urgent, hasNextPage } = attentionList
  const [before] = useState(() => lastKnown.of(user.id)?.attention)
  const count = urgent?.length ?? before ?? 0
  // Said once, at first by what was known before: a tab that changed its place would take the others from under the pointer, and from
  // the keyboard.
  const isKnown = urgent !== undefined || before !== undefined
  const [comesFirst, setComesFirst] = useState(isKnown ? count > 0 : undefined)
  if (comesFirst === undefined && isKnown) setComesFirst(count > 0)
  useEffect(() => {
    if (urgent) lastKnown.keepAttention(user.id, urgent.length)
  }, [user.id, urgent])
  const attention: Tab = {
    value: 'attention',
    label: count > 0 ? `Attention (${count}${hasNextPage ? '+' : ''})` : 'Attention',
  }
  const tabs = [
    ...(mayManage && comesFirst ? [attention] : []),
    ...listTabs,
    ...(mayManage ? [runsTab] : []),
    ...(managesList ? adminTabs : []),
    ...(mayManage && !comesFirst && (urgent || view === 'attention') ? [attention] : []),
  ]

  const paramsOf = (next: Exclude<View, 'runs'>, newest: URLSearchParams) =>
    next === 'patients' || next === 'create' || next === 'attention'
      ? new URLSearchParams({ view: next })
      : paramsFrom(filtersOfView(next, filtersFrom(newest, today), today), today)

  function open(next: View) {
    if (next === 'runs') return void navigate(paths.runs, { state: staying })
    const search = `${paramsOf(next, new URLSearchParams())}`
    if (isRuns) return void navigate({ pathname: paths.deliveries, search }, { state: staying })
    change((newest) => paramsOf(next, newest))
  }

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
    <Page
      title={isRuns ? runLabels.runs : deliveryLabels.management}
      heading={deliveryLabels.management}
      actions={
        managesList &&
        // The directory has its own.
        view !== 'patients' && (
          <ButtonLink size="small" to={paths.importOf('deliveries')}>
            Import
          </ButtonLink>
        )
      }
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
        {view === 'attention' && <AttentionList list={attentionList} />}
        {view === 'runs' && <Runs />}
        {(view === 'current' || view === 'past') && <DeliveryList key={view} loadNext={loadNext} />}
      </Tabs>
    </Page>
  )
}
