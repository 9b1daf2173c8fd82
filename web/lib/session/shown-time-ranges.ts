import { defaultTimeRanges, labelOfTimeRange, type OfferedTimeRange } from '#shared/rules/time-ranges.ts'

let offered: readonly OfferedTimeRange[] = defaultTimeRanges

/** Sets the organization's time ranges, by whose labels time ranges are shown from now on. */
export function setTimeRanges(timeRanges: readonly OfferedTimeRange[]) {
  offered = timeRanges
}

/** Returns the label of a time range. A range that the organization no longer offers is shown by its times. */
export const timeRangeLabel = (timeRange: string) => labelOfTimeRange(timeRange, offered)
