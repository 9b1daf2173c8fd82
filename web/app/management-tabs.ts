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

/** Whether the Attention tab comes first for a user, decided when the screen is shown for the first time since the app was loaded. */
const attentionFirst = new Map<string, boolean>()

/**
 * Returns the tabs of the management screen for this user, and the deliveries that need attention, whose number is shown in a tab.
 */
export function useManagementTabs(view: ManagementView) {
  const { user, managesList, mayManage } = useDeliveryAccess()
  const attention = useAttentionList({ enabled: mayManage, isInSight: view === 'attention' })
  const urgent = attention.rows
  // Whether the Attention tab comes first is decided once, by the last known number before the app was loaded: a tab that came or
  // moved later would shift the others under the pointer and under the keyboard focus, and people would have to look for it.
  const [before = 0] = useState(() => lastKnownUserStore.of(user.id)?.attention)
  const comesFirst = attentionFirst.get(user.id) ?? before > 0
  useEffect(() => void attentionFirst.set(user.id, comesFirst), [user.id, comesFirst])
  useEffect(() => {
    if (urgent) lastKnownUserStore.keepAttention(user.id, urgent.length)
  }, [user.id, urgent])

  const attentionTab = tab('attention', labelOfAttention(urgent?.length ?? before, attention))
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

const labelOfAttention = (count: number, { hasNextPage }: AttentionPages) =>
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
