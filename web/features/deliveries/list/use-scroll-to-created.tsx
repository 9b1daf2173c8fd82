import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { focusFirstControl } from '../../../ui/focus-keeper.ts'
import { openPrintView } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'

const markedMs = 3000

/** The id of the created delivery to which the list has not scrolled yet, or '' if there is none. */
let made = ''

/**
 * Returns a function that confirms that a delivery was created, offers the next actions, and makes the list scroll to the new row.
 */
export function useAnnounceCreated() {
  const navigate = useNavigate()
  return (delivery: Delivery) => {
    made = delivery.id
    const id = toast.offer(
      <>
        {deliveryLabels.created}{' '}
        <Button size="small" onClick={() => open()}>
          Open
        </Button>{' '}
        <Button size="small" onClick={() => print()}>
          Print
        </Button>
      </>,
    )
    const open = () => {
      toast.dismiss(id)
      void navigate(paths.delivery(delivery.id))
    }
    const print = () => {
      toast.dismiss(id)
      openPrintView(delivery)
    }
  }
}

/** Scrolls to the row of the delivery that was just created, focuses its link, and highlights the row for three seconds. */
export function useScrollToCreated(rows: readonly DeliveryRow[] | undefined) {
  useEffect(() => {
    if (!made || !rows?.some(({ id }) => id === made)) return
    const link = document.querySelector(`main a[href="${paths.delivery(made)}"]`)
    const row = link?.closest('tr, li')
    if (!link || !row) return
    made = ''
    focusFirstControl(link)
    row.scrollIntoView({ block: 'center' })
    row.setAttribute('data-new', '')
    setTimeout(() => row.removeAttribute('data-new'), markedMs)
  })
}
