import { useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { type DeliveryAtDoor, type DeliveryToComplete, useDeliveryEvent } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { useConfirmPastReturn } from '../deliveries/status/use-confirm-past-return.ts'

const CompletionDialog = lazyDialog(
  deliveryLabels.complete,
  async () => (await import('./completion-dialog.tsx')).CompletionDialog,
)
export const CouldNotDeliverDialog = lazyDialog(
  deliveryLabels.couldNot,
  async () => (await import('./could-not-deliver.tsx')).CouldNotDeliverDialog,
)
const PrintView = lazyDialog(
  deliveryLabels.print,
  async () => (await import('../deliveries/print/print-view.tsx')).PrintView,
)

/** Preloads the completion dialog, because there may be no signal at the door. */
export const preloadCompletionDialog = CompletionDialog.preload

/** Preloads the completion dialog, what the organization asks at a door, and the dialog for packages that could not be delivered. */
export function preloadDoorDialogs() {
  CompletionDialog.preload()
  CouldNotDeliverDialog.preload()
  void import('./door-settings.ts').then(({ keepDoorSettings }) => keepDoorSettings()).catch(() => undefined)
}

/**
 * Shows the completion dialog or the print view when a window event asks for it. If packages were left out of a completion, the
 * dialog for packages that could not be delivered follows.
 */
export function DeliveryOverlays() {
  const [completing, setCompleting] = useState<DeliveryToComplete>()
  const [left, setLeft] = useState<readonly DeliveryAtDoor[]>([])
  const [printing, setPrinting] = useState<DeliveryRow>()
  const askIfOver = useConfirmPastReturn()
  async function complete(delivery: DeliveryToComplete) {
    const { companions = [], isResumed } = delivery
    if (isResumed || (await askIfOver([delivery, ...companions], deliveryLabels.complete))) setCompleting(delivery)
  }
  useDeliveryEvent('completeDelivery', (delivery) => void complete(delivery))
  useDeliveryEvent('printDelivery', setPrinting)
  return (
    <>
      {completing && (
        <CompletionDialog
          key={completing.id}
          row={completing}
          onLeft={setLeft}
          onClose={() => setCompleting(undefined)}
        />
      )}
      {left.length > 0 && <CouldNotDeliverDialog packages={left} onClose={() => setLeft([])} />}
      {printing && <PrintView key={printing.id} deliveryId={printing.id} onClose={() => setPrinting(undefined)} />}
    </>
  )
}
