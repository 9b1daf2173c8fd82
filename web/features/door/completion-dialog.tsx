import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readDelivery, readPriorDeliveries } from '#shared/api/deliveries.ts'
import { readSettings } from '#shared/api/settings.ts'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { statusLabel } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Completing } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { canComplete } from '../deliveries/row-actions.ts'
import { completionDrafts, newDraft } from '../deliveries/unsent/completion-drafts.ts'
import { CompletionSteps } from './completion-steps.tsx'

/** What was entered at this door before, else an empty draft. */
function useOpenedDraft({ id: deliveryId, patient_name }: Pick<DeliveryRow, 'id' | 'patient_name'>) {
  const { user } = useSignedIn()
  const [drafts] = useState(() => completionDrafts(user.id, deliveryId))
  const { data } = useQuery({
    queryKey: ['completion-draft', user.id, deliveryId],
    queryFn: async () => {
      const kept = await drafts.read()
      return { draft: kept ?? newDraft(patient_name), wasRestored: kept !== undefined }
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { ...data, drafts }
}

interface CompletionDialogProps {
  row: Completing
  /** Packages of the same door that were not handed over. */
  onLeft: (packages: readonly RunDelivery[]) => void
  onClose: () => void
}

/** The two steps at the door. */
export function CompletionDialog({ row, onLeft, onClose }: CompletionDialogProps) {
  const [isFoundFirst, setIsFoundFirst] = useState(false)
  const [isUnanswered, setIsUnanswered] = useState(false)
  const { draft, wasRestored, drafts } = useOpenedDraft(row)
  const read = useApiQuery(readDelivery, { params: { id: row.id } })
  // A check that fails, or a patient that is not known, counts as not the first delivery: the server knows better.
  const prior = useApiQuery(
    readPriorDeliveries,
    { params: { id: row.patient_id } },
    { enabled: row.patient_id !== '', retry: false },
  )
  const settings = useApiQuery(readSettings, {}, { retry: false })
  const delivery = read.data ?? row

  const isLoading =
    !draft || read.isPending || (settings.isPending && settings.isFetching) || (prior.isPending && prior.isFetching)
  // The delivery may have been completed by an attempt whose answer was lost. Sent again, it is reported as a success.
  const isOver = !canComplete(delivery) && !isUnanswered

  if (isLoading)
    return (
      <Dialog title={deliveryLabels.complete} onClose={onClose} size="wide" fullOnPhone>
        <Skeleton label="Loading delivery..." />
      </Dialog>
    )
  if (isOver)
    return (
      <Dialog title={deliveryLabels.complete} onClose={onClose}>
        <p>This delivery cannot be completed now: its status is {statusLabel(delivery.status)}.</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <CompletionSteps
      delivery={delivery}
      settings={settings.data}
      isFirst={isFoundFirst || prior.data?.has_prior_deliveries === false}
      draft={draft}
      wasRestored={wasRestored ?? false}
      drafts={drafts}
      companions={row.companions ?? []}
      onLeft={onLeft}
      onFirst={() => setIsFoundFirst(true)}
      onUnanswered={setIsUnanswered}
      onClose={onClose}
    />
  )
}
