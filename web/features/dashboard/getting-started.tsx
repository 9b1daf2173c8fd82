import type { ReactNode } from 'react'
import { listDeliveries } from '#shared/api/deliveries.ts'
import { searchPatients } from '#shared/api/patients.ts'
import { readSettings } from '#shared/api/settings.ts'
import { listUsers } from '#shared/api/users.ts'
import { useApiPages } from '../../lib/api/paged-queries.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useToday } from '../../lib/session/clock.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CircleIcon } from '../../ui/desk-icons.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './getting-started.module.css'

interface Step {
  title: string
  text: string
  to: string
  action: string
  /** Undefined until it is known. */
  isDone: boolean | undefined
}

/** A settings record that no one has changed has this version. */
const firstVersion = 1

function useSteps(): Step[] {
  const today = useToday()
  const { data: users } = useApiQuery(listUsers, {})
  const { data: settings } = useApiQuery(readSettings, {})
  const { rows: patients } = useApiPages(searchPatients, { query: { limit: '1' } })
  const { rows: current } = useApiPages(listDeliveries, { query: { view: 'current', today, limit: '1' } })
  const { rows: past } = useApiPages(listDeliveries, { query: { view: 'past', today, limit: '1' } })
  return [
    {
      title: 'Invite your team',
      text: 'Pharmacists, dispatchers and drivers each sign in with an account of their own.',
      to: paths.users,
      action: 'Invite people',
      isDone: users && users.length > 1,
    },
    {
      title: 'Import your patients',
      text: 'A file from your dispensing system is enough. You can also add patients one by one.',
      to: paths.importOf('patients'),
      action: 'Import patients',
      isDone: patients && patients.length > 0,
    },
    {
      title: 'Plan a delivery',
      text: 'Create one, or import today’s file.',
      to: paths.newDelivery,
      action: 'New delivery',
      isDone: current && past && current.length + past.length > 0,
    },
    {
      title: 'Check your settings',
      text: 'Delivery days, time ranges, and what new deliveries start with.',
      to: paths.tenantSettings,
      action: 'Open settings',
      isDone: settings && settings.version > firstVersion,
    },
  ]
}

interface GettingStartedProps {
  onHide: () => void
  /** Shown once all steps are done. */
  whenDone: ReactNode
}

/** The first steps of a new organization, each with its link and a check mark when it is done. */
export function GettingStarted({ onHide, whenDone }: GettingStartedProps) {
  const steps = useSteps()
  if (steps.some(({ isDone }) => isDone === undefined)) return <Skeleton label="Loading first steps..." />
  if (steps.every(({ isDone }) => isDone)) return whenDone
  return (
    <Card
      title="Getting started"
      aside={
        <Button variant="quiet" size="small" onClick={onHide}>
          Hide
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ title, text, to, action, isDone }) => (
          <li key={title} className={isDone ? styles.done : undefined}>
            {isDone ? <CheckIcon /> : <CircleIcon />}
            <div>
              <h3>
                {title}
                {isDone && <span className="unseen"> (done)</span>}
              </h3>
              <p className="muted small">{text}</p>
            </div>
            {!isDone && (
              <ButtonLink to={to} size="small">
                {action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
