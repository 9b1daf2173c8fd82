import { pageFirstPaths } from '#shared/api/first-paths.ts'
import { manageDeliveriesRule } from '#shared/rules/permissions.ts'
import type { FirstCall, PreloadContext } from '../../lib/navigation/data-preload.ts'
import { wasPermitted } from '../../lib/session/last-known.ts'
import { directoryQuery } from '../patients/patient-search.ts'
import { listInputFromAddress } from './list/list-query.ts'

const formChoices: readonly FirstCall[] = [
  [pageFirstPaths.timeRanges, {}],
  [pageFirstPaths.languages, {}],
  [pageFirstPaths.pharmacists, {}],
]

const recordCall = (path: string, id: string | null | undefined): FirstCall => [
  path,
  id ? { params: { id } } : undefined,
]

/** Returns the first calls of the form that edits the delivery in the address. */
export const editFirstCalls = ({ params: { id } }: PreloadContext): FirstCall[] => [
  recordCall(pageFirstPaths.delivery, id),
  ...formChoices,
]

/** Returns the first calls of the view of the management screen that the address names. */
export function managementFirstCalls(opened: PreloadContext): FirstCall[] {
  const { search, known } = opened
  const view = search.get('view')
  if (view === 'attention' && wasPermitted(known, manageDeliveriesRule))
    return [[pageFirstPaths.deliveries, { query: { view } }]]
  const list = listInputFromAddress(opened)
  if (view === 'patients' && !list) return [[pageFirstPaths.patients, { query: { q: directoryQuery('') } }]]
  if (view === 'create' && !list)
    return [
      recordCall(pageFirstPaths.patient, search.get('patient')),
      recordCall(pageFirstPaths.delivery, search.get('like')),
      ...formChoices,
    ]
  return [[pageFirstPaths.deliveries, list]]
}
