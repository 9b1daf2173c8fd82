import { useEffect, useEffectEvent } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import type { RunDelivery } from '#shared/model/run.ts'

/** A delivery to be completed, with the packages that are handed over at the same door. */
export type Completing = DeliveryRow & { companions?: readonly RunDelivery[] }

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
