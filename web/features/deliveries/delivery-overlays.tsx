import { type ComponentType, type ReactNode, useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { part } from '../../ui/part.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type Completing, useDeliveryEvent } from './delivery-events.ts'
import { deliveryLabels } from './delivery-labels.ts'
import { runLabels } from './run/run-labels.ts'
import { useAskIfOver } from './use-ask-if-over.ts'

interface Closable {
  onClose: () => void
}

/** A dialog in a chunk of its own. Until it has loaded, an empty dialog with its title is shown. */
export function dialogPart<Props extends Closable>(title: string, load: () => Promise<ComponentType<Props>>) {
  const inPlace = (content: ReactNode, { onClose }: Closable) => (
    <Dialog title={title} onClose={onClose}>
      {content}
    </Dialog>
  )
  return part(load, { waiting: (props) => inPlace(<Spinner />, props), frame: inPlace })
}

const CompletionDialog = dialogPart(
  deliveryLabels.complete,
  async () => (await import('./completion/completion-dialog.tsx')).CompletionDialog,
)
export const CouldNotDeliver = dialogPart(
  runLabels.couldNot,
  async () => (await import('./run/could-not-deliver.tsx')).CouldNotDeliver,
)
const PrintView = dialogPart(deliveryLabels.print, async () => (await import('./print/print-view.tsx')).PrintView)

/** Loads the completion ahead, because there may be no signal at the door. */
export const preloadCompletion = CompletionDialog.preload

/** The same, with the other end that a stop of a run may have. */
export function preloadDoor() {
  CompletionDialog.preload()
  CouldNotDeliver.preload()
}

/** Shows the completion and the print view of whatever delivery a window event hands over. */
export function DeliveryOverlays() {
  const [completing, setCompleting] = useState<Completing>()
  const [left, setLeft] = useState<readonly RunDelivery[]>([])
  const [printing, setPrinting] = useState<DeliveryRow>()
  const askIfOver = useAskIfOver()
  async function complete(delivery: Completing) {
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
      {left.length > 0 && <CouldNotDeliver packages={left} onClose={() => setLeft([])} />}
      {printing && <PrintView key={printing.id} deliveryId={printing.id} onClose={() => setPrinting(undefined)} />}
    </>
  )
}
