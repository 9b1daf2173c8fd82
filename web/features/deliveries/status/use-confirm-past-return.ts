import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { deliveryLabels } from '../delivery-labels.ts'

type Package = Pick<DeliveryRow, 'patient_name' | 'return_state'>

/**
 * Returns a function that asks for confirmation before packages whose return date is past are taken along or handed over. It
 * resolves to whether the user agrees, or to true at once if there is no such package. `goOn` is the label of the confirming
 * button, such as 'Start Delivery'.
 */
export function useConfirmPastReturn() {
  const confirm = useConfirm()
  return async (packages: readonly Package[], goOn: string): Promise<boolean> => {
    const over = packages.filter(({ return_state }) => return_state === 'over')
    if (over.length === 0) return true
    const names = [...new Set(over.map(({ patient_name }) => patient_name))].join(', ')
    return confirm({
      title: deliveryLabels.pastReturn,
      text: `${over.length === 1 ? 'This package' : `${over.length} packages`} should already be back in stock: ${names}.`,
      confirm: goOn,
    })
  }
}
