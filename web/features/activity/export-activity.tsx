import { listActivity } from '#shared/api/activity.ts'
import { readPages } from '../../lib/api/read-pages.ts'
import type { ExportProgressHandle } from '../../ui/export-button.tsx'
import { ExportCsvButton } from '../../ui/export-csv.tsx'
import { activityCsvHeader, activityCsvLines } from './activity-csv.ts'
import { type ActivityQuery, eventCountText } from './activity-filters.ts'
import { activityTexts } from './activity-texts.ts'
import { useUserNameLookup } from './use-user-name-lookup.ts'

/** The button that exports all events that match the filters, as a CSV. */
export function ExportActivityButton({ query }: { query: ActivityQuery }) {
  const nameOf = useUserNameLookup()

  async function collect({ signal, tell }: ExportProgressHandle) {
    const parts = [activityCsvHeader()]
    let count = 0
    for await (const events of readPages(listActivity, { query }, signal)) {
      parts.push(activityCsvLines(events, nameOf))
      count += events.length
      tell(count)
    }
    return parts
  }

  return (
    <ExportCsvButton
      name="activity"
      countOf={(count) => eventCountText(count, false)}
      failure={activityTexts.exportFailed}
      collect={collect}
    />
  )
}
