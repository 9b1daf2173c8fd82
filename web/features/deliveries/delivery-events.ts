import { useEffect, useEffectEvent } from 'react'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { RunDelivery } from '#shared/model/run.ts'

/** A delivery, as known at its door. Without a signal, the phone may have only the data from the list or the run. */
export type DeliveryAtDoor = Delivery | RunDelivery | DeliveryRow

/** A delivery that is about to be completed. */
export type DeliveryToComplete = (RunDelivery | DeliveryRow) & {
  /** The other packages that are handed over together with this one at the same door. */
  companions?: readonly RunDelivery[]
  /**
   * Whether the completion was started earlier. The user is then not asked again whether to hand over packages whose return date is
   * past.
   */
  isResumed?: boolean
}

declare global {
  interface WindowEventMap {
    printDelivery: CustomEvent<DeliveryRow>
    completeDelivery: CustomEvent<DeliveryToComplete>
  }
}

type DeliveryEventName = 'printDelivery' | 'completeDelivery'

const hand = (name: DeliveryEventName) => (delivery: DeliveryToComplete) =>
  window.dispatchEvent(new CustomEvent(name, { detail: delivery }))

/** Makes the current screen open the print view for a delivery. */
export const openPrintView = hand('printDelivery')

/** Makes the current screen open the completion dialog for a delivery. */
export const openCompletionDialog = hand('completeDelivery')

/** Calls `receive` for each delivery that a window event of this name carries. */
export function useDeliveryEvent(name: DeliveryEventName, receive: (delivery: DeliveryToComplete) => void) {
  const onDelivery = useEffectEvent((event: CustomEvent<DeliveryToComplete>) => receive(event.detail))
  useEffect(() => {
    const listen = (event: CustomEvent<DeliveryToComplete>) => onDelivery(event)
    window.addEventListener(name, listen)
    return () => window.removeEventListener(name, listen)
  }, [name])
}
