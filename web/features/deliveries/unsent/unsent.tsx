import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { whenIdle } from '../../../lib/browser/idle.ts'
import { useSignedIn } from '../../../lib/session/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { askToComplete, type Completing } from '../delivery-events.ts'
import { canComplete } from '../row-actions.ts'

const unsent = 'unsent'

function useUnsent() {
  const { user } = useSignedIn()
  const { data } = useQuery({
    queryKey: [unsent, user.id],
    queryFn: whenIdle(async () => (await import('./completion-drafts.ts')).readUnsent(user.id)),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** Looks again at what waits in this browser, after a completion was closed. */
export const rereadUnsent = () => queryClient.invalidateQueries({ queryKey: [unsent] })

function Mark({ id }: { id: string }) {
  return useUnsent()?.signed.includes(id) ? <Badge tone="yellow">Signed, not sent</Badge> : null
}

/** Marks a delivery whose signature waits in this browser. */
export const SignedNotSent = ({ delivery }: { delivery: Pick<DeliveryRow, 'id' | 'status'> }) =>
  canComplete(delivery) && <Mark id={delivery.id} />

/** Goes on with the completion that was open when the page was reloaded or its session ended. */
export function useReopenedCompletion(rows: readonly Completing[]) {
  const open = useUnsent()?.open
  const left = rows.find((row) => open?.includes(row.id) && canComplete(row))
  const isDone = useRef(false)
  useEffect(() => {
    if (!left || isDone.current) return
    isDone.current = true
    askToComplete({ ...left, isResumed: true })
  }, [left])
}
