import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { idle } from '../../../lib/browser/idle.ts'
import { useSignedIn } from '../../../lib/session/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { askToComplete, type Completing } from '../delivery-events.ts'
import { canComplete } from '../row-actions.ts'
import type { ActNote } from './act.ts'

/** What waits in this browser for one user. */
export interface Unsent {
  /** Ids of the deliveries that are signed, and whose completion is not confirmed. */
  signed: readonly string[]
  /** Ids of those whose dialog was open when the page went. */
  open: readonly string[]
  /** What was done at doors and not taken by the server, in its order. */
  acts: readonly ActNote[]
}

const nothing: Unsent = { signed: [], open: [], acts: [] }

const unsentKey = (userId: string) => ['unsent', userId]
/** Under it are the ids of what this page has sent after it had waited. */
export const sentKey = (userId: string) => ['sent', userId]

async function readUnsent(userId: string): Promise<Unsent> {
  const [{ readDrafts }, { actStore }, { noteOf }] = await Promise.all([
    import('./completion-drafts.ts'),
    import('./act-store.ts'),
    import('./act.ts'),
  ])
  const [drafts, acts] = await Promise.all([readDrafts(userId), actStore.of(userId)])
  return { ...drafts, acts: acts.map(noteOf) }
}

export function useUnsent(): Unsent {
  const { user } = useSignedIn()
  const { data = nothing } = useQuery({
    queryKey: unsentKey(user.id),
    queryFn: async () => {
      const before = queryClient.getQueryData<Unsent>(unsentKey(user.id))
      // At first, what the page shows comes before what may wait.
      if (!before) await idle()
      const unsent = await readUnsent(user.id)
      // Only a dialog that was open before the page was loaded is opened again; this page has opened the others itself.
      return before ? { ...unsent, open: unsent.open.filter((id) => before.open.includes(id)) } : unsent
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

function useSent(): readonly string[] {
  const { user } = useSignedIn()
  const { data = [] } = useQuery<readonly string[]>({
    queryKey: sentKey(user.id),
    queryFn: () => [],
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** Looks again at what waits in this browser. */
export const rereadUnsent = () => queryClient.invalidateQueries({ queryKey: ['unsent'] })

export const isWaiting = ({ refusal }: ActNote) => refusal === undefined

/** How many deliveries wait to be sent. */
export const countWaiting = (acts: readonly ActNote[]) =>
  new Set(acts.filter(isWaiting).map(({ deliveryId }) => deliveryId)).size

interface UnsentMarkProps {
  delivery: Pick<DeliveryRow, 'id' | 'status'>
  /** At a stop of a run, where other things than signatures wait as well. */
  isStop?: boolean
}

/** Marks a delivery of which something waits in this browser. */
export function UnsentMark({ delivery: { id, status }, isStop = false }: UnsentMarkProps) {
  const { signed, acts } = useUnsent()
  const sent = useSent()
  const own = acts.filter(({ deliveryId }) => deliveryId === id)
  if (own.some((act) => !isWaiting(act))) return <Badge tone="red">Not accepted</Badge>
  const isOnlySigned = canComplete({ status }) && signed.includes(id)
  const isSignature = isOnlySigned || own.some(({ kind }) => kind === 'completion')
  if (isOnlySigned || (isSignature && !isStop)) return <Badge tone="yellow">Signed, not sent</Badge>
  if (own.length > 0) return <Badge tone="yellow">Saved on this phone</Badge>
  return isStop && sent.includes(id) ? <Badge tone="green">Sent</Badge> : null
}

/** Goes on with the completion that was open when the page was reloaded or its session ended. */
export function useReopenedCompletion(rows: readonly Completing[]) {
  const { open, acts } = useUnsent()
  const isKept = (id: string) => acts.some(({ deliveryId }) => deliveryId === id)
  const left = rows.find((row) => open.includes(row.id) && !isKept(row.id) && canComplete(row))
  const isDone = useRef(false)
  useEffect(() => {
    if (!left || isDone.current) return
    isDone.current = true
    askToComplete({ ...left, isResumed: true })
  }, [left])
}
