import { type ComponentType, type ReactNode, useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { part } from '../../ui/part.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useDeliveryEvent } from './delivery-events.ts'
import { deliveryLabels } from './delivery-labels.ts'

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
const PrintView = dialogPart(deliveryLabels.print, async () => (await import('./print/print-view.tsx')).PrintView)

/** Loads the completion ahead, because there may be no signal at the door. */
export const preloadCompletion = CompletionDialog.preload

/** Shows the completion and the print view of whatever delivery a window event hands over. */
export function DeliveryOverlays() {
  const [completing, setCompleting] = useState<DeliveryRow>()
  const [printing, setPrinting] = useState<DeliveryRow>()
  useDeliveryEvent('completeDelivery', setCompleting)
  useDeliveryEvent('printDelivery', setPrinting)
  return (
    <>
      {completing && <CompletionDialog key={completing.id} row={completing} onClose={() => setCompleting(undefined)} />}
      {printing && <PrintView key={printing.id} deliveryId={printing.id} onClose={() => setPrinting(undefined)} />}
    </>
  )
}
