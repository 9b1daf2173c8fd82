import { useEffect, useEffectEvent } from 'react'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { RunDelivery } from '#shared/model/run.ts'

/** What is known of a delivery at its door. Without a signal, this is only what the list or the run has shown. */
export type AtDoor = Delivery | RunDelivery | DeliveryRow

/** A delivery that is about to be completed. */
export type Completing = (RunDelivery | DeliveryRow) & {
  /** The packages that are handed over at the same door. */
  companions?: readonly RunDelivery[]
  /** The completion was begun before, and the questions before it were answered. */
  isResumed?: boolean
}

declare global {
  interface WindowEventMap {
    printDelivery: CustomEvent<DeliveryRow>
    completeDelivery: CustomEvent<Completing>
  }
}

type DeliveryEventName = 'printDelivery' | 'completeDelivery'

const hand = (name: DeliveryEventName) => (delivery: Completing) =>
  window.dispatchEvent(new CustomEvent(name, { detail: delivery }))

/** Passes a delivery to the screen that shows the print view. */
export const askToPrint = hand('printDelivery')

/** Passes a delivery to the screen that shows the completion. */
export const askToComplete = hand('completeDelivery')

/** Calls `receive` for each delivery that the window event passes. */
export function useDeliveryEvent(name: DeliveryEventName, receive: (delivery: Completing) => void) {
  const onDelivery = useEffectEvent((event: CustomEvent<Completing>) => receive(event.detail))
  useEffect(() => {
    const listen = (event: CustomEvent<Completing>) => onDelivery(event)
    window.addEventListener(name, listen)
    return () => window.removeEventListener(name, listen)
  }, [name])
}
