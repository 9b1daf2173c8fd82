import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type AttentionPages, useAttentionList } from '../features/deliveries/attention/use-attention-list.ts'
import { useDeliveryAccess } from '../features/deliveries/delivery-access.ts'
import { deliveryLabels } from '../features/deliveries/delivery-labels.ts'
import { addressParamsOfFilters, filtersOfView } from '../features/deliveries/list/list-filters.ts'
import { listFiltersFrom } from '../features/deliveries/list/list-query.ts'
import { runLabels } from '../features/runs/run-labels.ts'
import { paths, sameScreenState } from '../lib/navigation/paths.ts'
import { useAddressQuery } from '../lib/navigation/use-address-query.ts'
import { useToday } from '../lib/session/clock.ts'
import { lastKnownUserStore } from '../lib/session/last-known.ts'

/** A view that can be opened without naming a delivery. The tab for editing one is there only while a delivery is edited. */
type OpenedView = 'attention' | 'current' | 'past' | 'runs' | 'patients' | 'create'
export type ManagementView = OpenedView | 'edit'

const tab = <V extends ManagementView>(value: V, label: string) => ({ value, label })

const listTabs = [tab('current', 'Current Deliveries'), tab('past', 'Past Deliveries')]
const adminTabs = [tab('patients', 'Patients'), tab('create', deliveryLabels.create)]

/**
 * Returns the tabs of the management screen for this user, and the deliveries that need attention, whose number is shown in a tab.
 */
export function useManagementTabs(view: ManagementView) {
  const { user, managesList, mayManage } = useDeliveryAccess()
  const attention = useAttentionList({ enabled: mayManage, isInSight: view === 'attention' })
  const urgent = attention.rows
  const [before] = useState(() => lastKnownUserStore.of(user.id)?.attention)
  // Whether the Attention tab comes first is decided only once, from the last known number or, if none is known, from the first
  // response: a tab that moved later would shift the others under the pointer and under the keyboard focus.
  const count = urgent?.length ?? before
  const [comesFirst, setComesFirst] = useState(count === undefined ? undefined : count > 0)
  if (comesFirst === undefined && count !== undefined) setComesFirst(count > 0)
  useEffect(() => {
    if (urgent) lastKnownUserStore.keepAttention(user.id, urgent.length)
  }, [user.id, urgent])

  const attentionTab = tab('attention', labelOfAttention(count, attention))
  const tabs = [
    ...(mayManage && comesFirst ? [attentionTab] : []),
    ...listTabs,
    ...(mayManage ? [tab('runs', runLabels.runs)] : []),
    ...(managesList ? adminTabs : []),
    ...(view === 'edit' ? [tab('edit', deliveryLabels.edit)] : []),
    ...(mayManage && !comesFirst && (urgent || view === 'attention') ? [attentionTab] : []),
  ]
  return { tabs, attention }
}

const labelOfAttention = (count = 0, { hasNextPage }: AttentionPages) =>
  count > 0 ? `Attention (${count}${hasNextPage ? '+' : ''})` : 'Attention'

/** Returns a function that opens a view of the management screen. */
export function useViewOpener() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [, change] = useAddressQuery()
  const today = useToday()

  const paramsOf = (next: Exclude<OpenedView, 'runs'>, newest: URLSearchParams) =>
    next === 'patients' || next === 'create' || next === 'attention'
      ? new URLSearchParams({ view: next })
      : addressParamsOfFilters(filtersOfView(next, listFiltersFrom(newest, today), today), today)

  return (next: OpenedView) => {
    if (next === 'runs') return void navigate(paths.runs, { state: sameScreenState })
    if (pathname === paths.deliveries) return change((newest) => paramsOf(next, newest))
    const search = `${paramsOf(next, new URLSearchParams())}`
    void navigate({ pathname: paths.deliveries, search }, { state: sameScreenState })
  }
}
