import * as z from 'zod/mini'
import { deliveryStatus } from './delivery-row.ts'
import { requiredInstantInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/**
 * An item of a delivery's status history. The time may also be called `timestamp`, and the author `updated_by_name`. If the time
 * is missing under both names, it becomes the current time; a missing author becomes `System`.
 */
export const historyItem = lazy(() =>
  z.pipe(
    z.transform((item: unknown) => {
      const { changed_at, timestamp, changed_by_name, updated_by_name, ...rest } = Object(item)
      return {
        ...rest,
        changed_at: changed_at || timestamp || new Date().toISOString(),
        changed_by_name: changed_by_name || updated_by_name || 'System',
      }
    }),
    z.object({
      _id: z.string(),
      status: deliveryStatus(),
      old_status: z.nullable(deliveryStatus()),
      new_status: deliveryStatus(),
      changed_at: requiredInstantInAnswer(),
      changed_by_name: z.string(),
      changed_by_email: z.catch(z.string(), ''),
      notes: z.catch(z.string(), ''),
    }),
  ),
)
export type HistoryItem = z.output<ReturnType<typeof historyItem>>

export const changedField = lazy(() => z.enum(['status', 'pharmacist_name']))

/**
 * A change of a delivery's status or assigned pharmacist since the caller read the delivery. The 409 for an outdated version lists
 * these changes.
 */
export const deliveryChange = lazy(() =>
  z.object({
    field: changedField(),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    by: z.string(),
  }),
)
export type DeliveryChange = z.output<ReturnType<typeof deliveryChange>>
