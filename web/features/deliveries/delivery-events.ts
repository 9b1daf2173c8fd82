import { useEffect, useEffectEvent } from 'react'
import type { Delivery, DeliveryRow } from '#shared/model/delivery.ts'
import type { RunDelivery } from '#shared/model/run.ts'

/** What is known of a delivery at its door: without a signal, no more than the list or the run has told. */
export type AtDoor = Delivery | RunDelivery | DeliveryRow

/** A delivery to be completed. */
export type Completing = (RunDelivery | DeliveryRow) & {
  /** The packages that are handed over at the same door. */
  companions?: readonly RunDelivery[]
  /** It was begun before, and whatever is asked first has been answered. */
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

/** Hands a delivery to whichever screen shows the print view. */
export const askToPrint = hand('printDelivery')

/** Hands a delivery to whichever screen shows the completion. */
export const askToComplete = hand('completeDelivery')

/** Calls `receive` for each delivery that the named window event carries. */
export function useDeliveryEvent(name: DeliveryEventName, receive: (delivery: Completing) => void) {
  const onDelivery = useEffectEvent((event: CustomEvent<Completing>) => receive(event.detail))
  useEffect(() => {
    const listen = (event: CustomEvent<Completing>) => onDelivery(event)
    window.addEventListener(name, listen)
    return () => window.removeEventListener(name, listen)
  }, [name])
}
