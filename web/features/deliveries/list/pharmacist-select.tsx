import { use } from 'react'
import { updateDelivery } from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { isFinalStatus } from '#shared/rules/transitions.ts'
import { withRefusalReason } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { rereadDelivery, updateCachedDelivery } from '../delivery-cache.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { driverOption } from '../delivery-text.ts'
import { unassignedOption } from '../use-driver-options.ts'
import { type DeliveryRowTools, LiveListContext } from './row-tools.ts'

interface PharmacistSelectProps {
  delivery: DeliveryRow
  /** The name of the row, for the labels of its controls. */
  name: string
  tools: DeliveryRowTools
  isQuiet?: boolean
}

/** Shows the driver. An administrator can choose another driver until the delivery's status is final. */
export function PharmacistSelect({ delivery, name, tools, isQuiet }: PharmacistSelectProps) {
  const { pharmacists } = use(LiveListContext)
  const { isAdmin, opensUpward, refusals } = tools
  const { mutate, isPending, variables } = useApiMutation(updateDelivery, {
    onMutate: () => refusals.clear(),
    onSuccess: (changed) => {
      updateCachedDelivery(changed)
      toast.success('Pharmacist assigned successfully')
    },
    onError: (error) => {
      toast.error(deliveryLabels.assignFailed)
      refusals.refuse(delivery.id, withRefusalReason(deliveryLabels.assignFailed, error))
      rereadDelivery(delivery.id)
    },
  })
  const held = (isPending ? variables.body?.pharmacist_id : delivery.pharmacist_id) ?? ''
  const isListed = !held || pharmacists.some(({ value }) => value === held)
  return (
    <Combobox
      label={`Pharmacist for the delivery to ${name}`}
      value={held}
      options={[unassignedOption, ...(isListed ? [] : [driverOption(held, delivery.pharmacist_name)]), ...pharmacists]}
      disabled={!isAdmin || isFinalStatus(delivery.status)}
      busy={isPending}
      opensUpward={opensUpward}
      isQuiet={isQuiet}
      onChange={(id) =>
        mutate({
          params: { id: delivery.id },
          body: { pharmacist_id: id || null },
          headers: { 'if-match': String(delivery.version) },
        })
      }
    />
  )
}
