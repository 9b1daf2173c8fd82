import * as z from 'zod/mini'
import { invalidDateText } from '../rules/dates.ts'
import { deliveryListView } from './delivery-row.ts'
import { deliveryStatuses } from './delivery-statuses.ts'
import { commaList, id, requiredDate, textLimit } from './fields.ts'
import { lazy } from './lazy.ts'

const date = (description: string) => z.optional(requiredDate(invalidDateText).check(z.meta({ description })))

const unknownStatus = 'Unknown status'

const statusList = () =>
  z.optional(
    z.pipe(
      commaList(unknownStatus),
      z.array(z.enum(deliveryStatuses, unknownStatus)).check(
        z.minLength(1, unknownStatus),
        z.meta({
          description: `Between commas, around which blanks are allowed, in at most ${textLimit} characters: deliveries of any of these.`,
        }),
      ),
    ),
  )

/** The filters of a list of deliveries. */
export const deliveryFilters = lazy(() =>
  z.object({
    status: statusList(),
    pharmacist_id: z.optional(
      id().check(
        z.meta({
          format: undefined,
          description: 'Whose deliveries: the id of a user, or `null` for those of nobody.',
        }),
      ),
    ),
    delivery_date: date('The day of the delivery. Without `limit` the whole day comes at once, up to 500.'),
    view: z.optional(
      deliveryListView().check(
        z.meta({
          description:
            'Current deliveries come soonest first, past ones latest first. `attention` has what somebody has to see to, most urgent first, for callers who manage deliveries. `upcoming` and `earlier` are those of one patient.',
        }),
      ),
    ),
    today: date('The day that `view` starts from: the caller’s own date, else the organisation’s.'),
  }),
)
