import { timeRangeNotOfferedText } from '#shared/model/time-range.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'

/**
 * Throws a 422 if the organization doesn't offer a time range. What has a range already keeps it, and a patient may have no usual
 * one.
 */
export function refuseTimeRangeNotOffered(timeRange: string | undefined, { tenant }: Caller, current?: string): void {
  if (!timeRange || timeRange === current || tenant.time_ranges.some(({ value }) => value === timeRange)) return
  throw invalidFieldError('time_range', timeRangeNotOfferedText)
}
