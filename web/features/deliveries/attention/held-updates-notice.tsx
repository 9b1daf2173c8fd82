import { readSettings } from '#shared/api/settings.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'

/** Says once, above the list, that the organisation has sent all the updates that it may send today. */
export function HeldUpdatesNotice() {
  const { data } = useApiQuery(readSettings, {})
  if (!data?.updates_held_today) return null
  return (
    <p className="small" role="note">
      Your pharmacy has sent all its updates for today. Recipients will get the next ones tomorrow.
    </p>
  )
}
