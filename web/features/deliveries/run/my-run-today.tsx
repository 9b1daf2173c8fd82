import { paths } from '../../../lib/paths.ts'
import { useSignedIn } from '../../../lib/session.ts'
import { useToday } from '../../../lib/use-today.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useRun } from './run-cache.ts'
import { countOf } from './run-stops.ts'

export { readFirst } from './run-cache.ts'

/** On the dashboard: how many stops today has, for whoever has any. */
export function MyRunToday() {
  const { user } = useSignedIn()
  const { data: run, isPending } = useRun({ params: { date: useToday(), user_id: user.id } })
  if (isPending) return <div data-waiting="" />
  if (!run || run.counts.stops === 0) return null
  return (
    <Card title="My run today">
      <p className="tabular">{countOf(run.counts.stops, 'stop')}</p>
      <div>
        <ButtonLink to={paths.myRun} variant="primary" size="small" aria-label="Open: My run today">
          Open
        </ButtonLink>
      </div>
    </Card>
  )
}
