import * as z from 'zod/mini'
import { deliveryForm } from '#shared/model/delivery-form.ts'
import { deliveryDateInThePastText } from '#shared/rules/dates.ts'

/** Returns the schema of a new date and time slot, based on the request's schema. `earliest` is the first date that is allowed. */
export const rescheduleSchema = (earliest: string) => {
  const { delivery_date, time_range } = deliveryForm().shape
  return z.object({
    delivery_date: delivery_date.check(z.refine((date) => date === '' || date >= earliest, deliveryDateInThePastText)),
    time_range,
  })
}
