import * as z from 'zod/mini'
import { invalidDateText } from '../rules/dates.ts'
import { deliveryListView } from './delivery-row.ts'
import { deliveryStatuses } from './delivery-statuses.ts'
import { commaList, id, requiredDate } from './fields.ts'
import { lazy } from './lazy.ts'

const date = (doc: string) => z.optional(requiredDate(invalidDateText).check(z.meta({ doc })))

const unknownStatus = 'Unknown status'

const statusList = () =>
  z.optional(
    z.pipe(
      commaList(unknownStatus),
      z
        .array(z.enum(deliveryStatuses, unknownStatus))
        .check(z.minLength(1, unknownStatus), z.meta({ doc: 'deliveries.status' })),
    ),
  )

/** The filters of a list of deliveries. */
export const deliveryFilters = lazy(() =>
  z.object({
    status: statusList(),
    pharmacist_id: z.optional(id().check(z.meta({ format: undefined, doc: 'deliveries.pharmacist_id' }))),
    delivery_date: date('deliveries.delivery_date'),
    from: date('deliveries.from'),
    to: date('deliveries.to'),
    view: z.optional(deliveryListView().check(z.meta({ doc: 'deliveries.view' }))),
    today: date('deliveries.today'),
  }),
)
