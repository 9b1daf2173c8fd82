import type { ReactNode } from 'react'
import type { Delivery } from '#shared/model/delivery.ts'
import { Button } from '../../../ui/button.tsx'
import { type StatusTexts, useChangeStatus } from './use-change-status.ts'

interface StartDeliveryProps {
  delivery: Pick<Delivery, 'id' | 'version'>
  texts: StatusTexts
  look?: { variant: 'quiet'; size: 'small'; title: string; 'aria-label': string }
  children: ReactNode
}

/** Who delivers it starts it himself; everyone else leaves that to the tracker. */
export function StartDelivery({ delivery, texts, look, children }: StartDeliveryProps) {
  const { change, isPending } = useChangeStatus(delivery, texts)
  return (
    <Button variant="primary" {...look} busy={isPending} onClick={() => change('in_progress')}>
      {children}
    </Button>
  )
}
