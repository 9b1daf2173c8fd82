import { addDays } from './dates.ts'
import { endOf, type OfferedTimeRange } from './time-ranges.ts'

/** When an organization delivers. */
export interface DeliverySchedule {
  /** The weekdays: 0 is Sunday. */
  delivery_days: readonly number[]
  closed_days: readonly string[]
  time_ranges: readonly OfferedTimeRange[]
}

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Whether an organization delivers on a day. */
export const isDeliveryDay = (
  date: string,
  { delivery_days, closed_days }: Pick<DeliverySchedule, 'delivery_days' | 'closed_days'>,
) => delivery_days.includes(weekdayOf(date)) && !closed_days.includes(date)

/** How far ahead the next possible day is searched. */
const searchedDays = 366

/**
 * Returns the first day and time range in which a delivery is still possible at `clock`, the organization's local time as
 * `YYYY-MM-DDTHH:MM`. A preferred time range is taken on the first day on which it is possible. Undefined if all days of the next
 * year are closed.
 */
export function nextPossibleTime(schedule: DeliverySchedule, clock: string, preferred = '') {
  const today = clock.slice(0, 10)
  const { time_ranges } = schedule
  const preferredRanges = time_ranges.filter(({ value }) => value === preferred)
  const ranges = (preferredRanges.length > 0 ? preferredRanges : time_ranges).map(({ value }) => value).toSorted()
  for (let ahead = 0; ahead < searchedDays; ahead++) {
    const delivery_date = addDays(today, ahead)
    const time_range = ranges.find((range) => `${delivery_date}T${endOf(range)}` > clock)
    if (time_range !== undefined && isDeliveryDay(delivery_date, schedule)) return { delivery_date, time_range }
  }
  return undefined
}

/** Returns the days after `today`, at most `count` days ahead, on which an organization delivers. */
export const deliveryDaysAhead = (
  schedule: Pick<DeliverySchedule, 'delivery_days' | 'closed_days'>,
  today: string,
  count: number,
) => Array.from({ length: count }, (_, i) => addDays(today, i + 1)).filter((date) => isDeliveryDay(date, schedule))
