import { lazy, Suspense, useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { useDeliveryEvent } from './delivery-events.ts'

const CompletionDialog = lazy(() =>
  import('./completion/completion-dialog.tsx').then((module) => ({ default: module.CompletionDialog })),
)
const PrintView = lazy(() => import('./print/print-view.tsx').then((module) => ({ default: module.PrintView })))

/** Shows the completion and the print view of whatever delivery a window event hands over. */
export function DeliveryOverlays() {
  const [completing, setCompleting] = useState<DeliveryRow>()
  const [printing, setPrinting] = useState<DeliveryRow>()
  useDeliveryEvent('completeDelivery', setCompleting)
  useDeliveryEvent('printDelivery', setPrinting)
  return (
    <Suspense>
      {completing && <CompletionDialog key={completing.id} row={completing} onClose={() => setCompleting(undefined)} />}
      {printing && <PrintView key={printing.id} deliveryId={printing.id} onClose={() => setPrinting(undefined)} />}
    </Suspense>
  )
}
