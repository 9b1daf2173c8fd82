import { withKeptTimeRange } from '#shared/rules/time-ranges.ts'
import { useSignedInSession } from './session.ts'

/** Returns the time ranges that the organization offers, and a delivery's own one if it is no longer offered. */
export const useTimeRangeOptions = (kept?: string) => withKeptTimeRange(useSignedInSession().tenant.time_ranges, kept)
