import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { waitingCount } from '../../../lib/api/waiting-count.ts'
import { untilIdle } from '../../../lib/browser/idle.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { canComplete } from '../can-complete.ts'
import { type DeliveryToComplete, openCompletionDialog } from '../delivery-events.ts'
import type { ShownAction } from './door-action.ts'

/** The work of one user that this browser has stored because the server has not accepted it. */
export interface UnsentWork {
  /**
   * The ids of the deliveries in signed drafts of the completion dialog, without the packages left out. A delivery is no longer
   * among them once the server has accepted its completion, or once the completion waits in `actions`.
   */
  signed: readonly string[]
  /** The ids of the deliveries whose completion dialog was open before this page was loaded or the session ended. */
  open: readonly string[]
  /** The user's actions, such as a completion, that the server has not accepted, in the order in which they were done. */
  actions: readonly ShownAction[]
}

export const noUnsentWork: UnsentWork = { signed: [], open: [], actions: [] }

const unsentKey = (userId: string) => ['unsent', userId]
/** Returns the cache key for the ids of those deliveries whose waiting actions this page has sent. */
export const sentDeliveriesKey = (userId: string) => ['sent', userId]

async function readUnsent(userId: string): Promise<UnsentWork> {
  const [{ readDraftedDeliveryIds: readDrafts }, { actionStore }, { toShownAction }] = await Promise.all([
    import('./completion-draft-store.ts'),
    import('./action-store.ts'),
    import('./door-action.ts'),
  ])
  const [drafts, actions] = await Promise.all([readDrafts(userId), actionStore.of(userId)])
  waitingCount.note('doors', actions.filter(isWaitingToBeSent).length)
  return { ...drafts, actions: actions.map(toShownAction) }
}

/** Most people have no unsent work. Then nothing is drawn again when it has been read. */
const withoutCopyOfNothing = (work: UnsentWork): UnsentWork =>
  [work.signed, work.open, work.actions].every((part) => part.length === 0) ? noUnsentWork : work

export function useUnsentWork(): UnsentWork {
  const { user } = useSignedInSession()
  const { data = noUnsentWork } = useQuery({
    placeholderData: noUnsentWork,
    select: withoutCopyOfNothing,
    queryKey: unsentKey(user.id),
    queryFn: async () => {
      const before = queryClient.getQueryData<UnsentWork>(unsentKey(user.id))
      // The first read may happen while the page is loading, so it waits until the browser is idle.
      if (!before) await untilIdle()
      const unsent = await readUnsent(user.id)
      // The first read finds the dialogs that were open before the page was loaded. Later reads leave out any other dialogs,
      // because those were opened in this page.
      return before ? { ...unsent, open: unsent.open.filter((id) => before.open.includes(id)) } : unsent
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

function useSent(): readonly string[] {
  const { user } = useSignedInSession()
  const { data = [] } = useQuery<readonly string[]>({
    queryKey: sentDeliveriesKey(user.id),
    queryFn: () => [],
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

const sentAtKey = (userId: string) => ['sent-at', userId]

/** Notes that waiting actions of a user have just been sent. */
export const noteSent = (userId: string) => queryClient.setQueryData(sentAtKey(userId), Date.now())

/** Returns when this page last sent an action that had waited, in milliseconds since 1970. */
export function useSentAt(): number | undefined {
  const { user } = useSignedInSession()
  const { data } = useQuery<number | null>({
    queryKey: sentAtKey(user.id),
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}

/** Reads again which drafts and actions this browser has stored and not yet sent. */
export const rereadUnsentWork = () => queryClient.invalidateQueries({ queryKey: ['unsent'] })

export const isWaitingToBeSent = ({ refusal }: Pick<ShownAction, 'refusal'>) => refusal === undefined

/** Returns the number of deliveries with at least one action that waits to be sent. */
export const countDeliveriesToSend = (actions: readonly ShownAction[]) =>
  new Set(actions.filter(isWaitingToBeSent).map(({ deliveryId }) => deliveryId)).size

interface UnsentBadgeProps {
  delivery: Pick<DeliveryRow, 'id' | 'status'>
  unsent: UnsentWork
  /**
   * Given at a stop of a run: the ids of the deliveries whose actions this page has sent. The badge then shows a waiting completion as
   * 'Saved on this phone', and also shows a sent action.
   */
  sent?: readonly string[] | undefined
}

/** A badge for a delivery with a signed draft, or with an action that the server has refused or that waits in this browser. */
export function UnsentBadge({ delivery: { id, status }, unsent: { signed, actions }, sent }: UnsentBadgeProps) {
  const own = actions.filter(({ deliveryId }) => deliveryId === id)
  if (own.some((action) => !isWaitingToBeSent(action))) return <Badge tone="red">Not accepted</Badge>
  const isOnlySigned = canComplete({ status }) && signed.includes(id)
  const isSignature = isOnlySigned || own.some(({ kind }) => kind === 'completion')
  if (isOnlySigned || (isSignature && !sent)) return <Badge tone="yellow">Signed, not sent</Badge>
  if (own.length > 0) return <Badge tone="yellow">Saved on this phone</Badge>
  return sent?.includes(id) ? <Badge tone="green">Sent</Badge> : null
}

/** `UnsentBadge` for a screen that shows a few deliveries. A list reads the unsent work once for all its rows. */
export function UnsentMark({ delivery, isStop = false }: Pick<UnsentBadgeProps, 'delivery'> & { isStop?: boolean }) {
  const sent = useSent()
  return <UnsentBadge delivery={delivery} unsent={useUnsentWork()} sent={isStop ? sent : undefined} />
}

/** Reopens, once, the first of these deliveries' completions that was open before this page was loaded or the session ended. */
export function useReopenCompletion(rows: readonly DeliveryToComplete[]) {
  const { open, actions } = useUnsentWork()
  const isStored = (id: string) => actions.some(({ deliveryId }) => deliveryId === id)
  const left = rows.find((row) => open.includes(row.id) && !isStored(row.id) && canComplete(row))
  const isDone = useRef(false)
  useEffect(() => {
    if (!left || isDone.current) return
    isDone.current = true
    openCompletionDialog({ ...left, isResumed: true })
  }, [left])
}
