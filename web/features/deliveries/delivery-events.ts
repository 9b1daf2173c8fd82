import { useEffect, useEffectEvent } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'

declare global {
  interface WindowEventMap {
    printDelivery: CustomEvent<DeliveryRow>
    completeDelivery: CustomEvent<DeliveryRow>
  }
}

type DeliveryEventName = 'printDelivery' | 'completeDelivery'

const hand = (name: DeliveryEventName) => (delivery: DeliveryRow) =>
  window.dispatchEvent(new CustomEvent(name, { detail: delivery }))

/** Hands a delivery to whichever screen shows the print view. */
export const askToPrint = hand('printDelivery')

/** Hands a delivery to whichever screen shows the completion. */
export const askToComplete = hand('completeDelivery')

/** Calls `receive` for each delivery that the named window event carries. */
export function useDeliveryEvent(name: DeliveryEventName, receive: (delivery: DeliveryRow) => void) {
  const onDelivery = useEffectEvent((event: CustomEvent<DeliveryRow>) => receive(event.detail))
  useEffect(() => {
    const listen = (event: CustomEvent<DeliveryRow>) => onDelivery(event)
    window.addEventListener(name, listen)
    return () => window.removeEventListener(name, listen)
  }, [name])
}
