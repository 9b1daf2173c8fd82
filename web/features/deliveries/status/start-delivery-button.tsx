import type { ReactNode } from 'react'
import type { Delivery } from '#shared/model/delivery.ts'
import { toast } from '../../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../../lib/forms/use-row-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { type StatusChangeTexts, useChangeStatus } from './use-change-status.ts'
import { useConfirmPastReturn } from './use-confirm-past-return.ts'

interface StartDeliveryProps {
  delivery: Pick<Delivery, 'id' | 'version' | 'patient_name' | 'return_state'>
  texts: StatusChangeTexts
  refusals: RowRefusalState
  look?: { variant?: 'quiet'; size?: 'small'; 'aria-label': string }
  children: ReactNode
}

/** The button with which the driver starts a delivery. People who manage deliveries can also set the status on its page. */
export function StartDeliveryButton({ delivery, texts, refusals, look, children }: StartDeliveryProps) {
  const { change, isPending } = useChangeStatus(delivery, texts, (text) => {
    toast.error(text)
    refusals.refuse(delivery.id, text)
  })

  const askIfOver = useConfirmPastReturn()

  async function start() {
    refusals.clear()
    if (await askIfOver([delivery], deliveryLabels.start)) change('in_progress')
  }
  return (
    <Button variant="primary" {...look} busy={isPending} busyText="Starting..." onClick={() => void start()}>
      {children}
    </Button>
  )
}
