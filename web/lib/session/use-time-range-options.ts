import { withCurrentTimeRange } from '#shared/rules/time-ranges.ts'
import { useSignedInSession } from './session.ts'

/** Returns the time ranges that the organization offers, and a delivery's own one if it is no longer offered. */
export const useTimeRangeOptions = (current?: string) =>
  withCurrentTimeRange(useSignedInSession().tenant.time_ranges, current)
