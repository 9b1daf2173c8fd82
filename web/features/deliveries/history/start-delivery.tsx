import type { ReactNode } from 'react'
import type { Delivery } from '#shared/model/delivery.ts'
import { toast } from '../../../lib/toast.ts'
import type { Refusals } from '../../../lib/use-refusals.ts'
import { Button } from '../../../ui/button.tsx'
import { type StatusTexts, useChangeStatus } from './use-change-status.ts'

interface StartDeliveryProps {
  delivery: Pick<Delivery, 'id' | 'version'>
  texts: StatusTexts
  refusals: Refusals
  look?: { variant?: 'quiet'; size?: 'small'; 'aria-label': string }
  children: ReactNode
}

/** The assigned person starts a delivery here; everyone else has the tracker for that. */
export function StartDelivery({ delivery, texts, refusals, look, children }: StartDeliveryProps) {
  const { change, isPending } = useChangeStatus(delivery, texts, (text) => {
    toast.error(text)
    refusals.refuse(delivery.id, text)
  })

  function start() {
    refusals.clear()
    change('in_progress')
  }
  return (
    <Button variant="primary" {...look} busy={isPending} onClick={start}>
      {children}
    </Button>
  )
}
