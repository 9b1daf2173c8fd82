import { useState } from 'react'
import { changeDeliveries } from '#shared/api/search-and-day.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { type BulkChange, type BulkResult, bulkChangeLimit } from '#shared/model/search-and-day.ts'
import { CallError, withRefusalReason } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { rereadDelivery } from '../delivery-cache.ts'

export interface RefusedDelivery {
  id: string
  name: string
  detail: string
}

const inHundreds = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / bulkChangeLimit) }, (_, i) =>
    ids.slice(i * bulkChangeLimit, (i + 1) * bulkChangeLimit),
  )

/**
 * Returns the function `change`, which makes the same change to several deliveries, and what its last call could not change.
 */
export function useBulkChange() {
  const { mutateAsync, isPending } = useApiMutation(changeDeliveries)
  const [refused, setRefused] = useState<readonly RefusedDelivery[]>([])
  const [failure, setFailure] = useState('')

  /** Sends the change and shows how many deliveries were changed, and why others were not. Resolves to the ids of the changed ones. */
  async function change(
    rows: readonly DeliveryRow[],
    bulkChange: BulkChange,
    done: 'changed' | 'moved' = 'changed',
  ): Promise<readonly string[]> {
    setFailure('')
    setRefused([])
    const names = new Map(rows.map(({ id, patient_name }) => [id, patient_name]))
    const results: BulkResult[] = []
    try {
      for (const ids of inHundreds([...names.keys()]))
        results.push(...(await mutateAsync({ body: { ids, change: bulkChange } })))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = withRefusalReason('Failed to change the deliveries', error)
      toast.error(text)
      setFailure(text)
    }
    for (const { id } of results) rereadDelivery(id)
    const not = results.flatMap((result) =>
      result.ok ? [] : [{ id: result.id, name: names.get(result.id) ?? result.id, detail: result.detail }],
    )
    setRefused(not)
    const changed = results.flatMap(({ id, ok }) => (ok ? [id] : []))
    if (results.length === 0) return changed
    const reasons = [...new Set(not.map(({ detail }) => detail))].join(', ')
    if (not.length > 0) toast.error(`${changed.length} ${done}, ${not.length} not ${done}: ${reasons}`)
    else toast.success(`${changed.length} ${done}`)
    return changed
  }
  return { change, isPending, refused, failure }
}
