/** A time range that an organization offers: its value, such as `09:00-12:00`, and its label on the screens. */
export interface OfferedTimeRange {
  value: string
  label: string
}

const timeRangePattern = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/

/** Whether a text is a time range of one day, such as `09:00-12:00`, that ends after its start. */
export const isTimeRange = (value: string) => timeRangePattern.test(value) && startOf(value) < endOf(value)

export const startOf = (timeRange: string) => timeRange.slice(0, 5)
export const endOf = (timeRange: string) => timeRange.slice(-5)

function clockText(time: string) {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Returns a time range as people read it: `9:00 AM - 12:00 PM`. */
export const timeRangeText = (value: string) =>
  isTimeRange(value) ? `${clockText(startOf(value))} - ${clockText(endOf(value))}` : value

/** The time ranges of an organization that has not chosen its own. */
export const defaultTimeRanges = ['09:00-12:00', '12:00-15:00', '15:00-18:00', '18:00-21:00'].map(
  (value): OfferedTimeRange => ({ value, label: timeRangeText(value) }),
)

/** Returns the label of a time range. A range that is no longer offered has none, and is shown by its times. */
export const labelOfTimeRange = (value: string, offered: readonly OfferedTimeRange[]) =>
  offered.find((range) => range.value === value)?.label ?? timeRangeText(value)

/** Returns the offered time ranges, and a kept one of a delivery beside them if it is no longer offered. */
export const withCurrentTimeRange = (
  offered: readonly OfferedTimeRange[],
  current = '',
): readonly OfferedTimeRange[] =>
  !current || offered.some(({ value }) => value === current)
    ? offered
    : [...offered, { value: current, label: timeRangeText(current) }]
