import { readRun } from '#shared/api/runs.ts'
import { pollQuery } from '../../lib/api/queries.ts'
import { useLiveChangedIds } from '../../lib/api/use-live-changed-ids.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useToday } from '../../lib/session/clock.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useRun } from './run-cache.ts'
import { countedNounText } from './run-stops.ts'

export { preloadData } from './run-cache.ts'

/** The number of the user's stops today, on the dashboard. Hidden from users who have none. */
export function MyRunToday() {
  const { user } = useSignedInSession()
  const place = { params: { date: useToday(), user_id: user.id } }
  const { data: run, isPending } = useRun(place)
  const changed = useLiveChangedIds({
    rows: run && [{ id: run.person.id, version: run.counts.stops }],
    of: place.params.date,
    read: () => pollQuery(readRun, place),
    // A changed number of stops is marked but not announced to screen readers.
    onChange: () => undefined,
  })
  if (isPending) return <div data-waiting="" />
  if (!run || run.counts.stops === 0) return null
  return (
    <Card
      title="My run today"
      aside={
        <>
          <p className={classNames('tabular', changed.has(user.id) && 'marked')}>
            {countedNounText(run.counts.stops, 'stop')}
          </p>
          <ButtonLink to={paths.myRun} variant="primary" size="small" aria-label="Open: My run today">
            Open
          </ButtonLink>
        </>
      }
    >
      {null}
    </Card>
  )
}
