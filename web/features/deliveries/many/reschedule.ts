import * as z from 'zod/mini'
import { deliveryForm, timeRanges } from '#shared/model/delivery-form.ts'
import { dateInThePastText } from '#shared/rules/dates.ts'

/** A new day and time slot, validated by the request's schema. `earliest` is the first date that may be chosen. */
export const rescheduleSchema = (earliest: string) => {
  const { delivery_date, time_range } = deliveryForm().shape
  return z.object({
    delivery_date: delivery_date.check(z.refine((date) => date === '' || date >= earliest, dateInThePastText)),
    time_range,
  })
}

export const timeRangeOptions = timeRanges.map(({ value, label }) => ({ value, label }))
