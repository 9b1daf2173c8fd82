import * as z from 'zod/mini'
import { isTimeRange } from '../rules/time-ranges.ts'
import { exactText, text } from './fields.ts'
import { lazy } from './lazy.ts'

/** An option of a field: the stored value and the label on the screen. */
export const option = lazy(() => z.object({ value: z.string(), label: z.string() }))

const timeRangePattern = '[0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9]'

const rangeLine = (message: string) => exactText('HH:MM-HH:MM'.length, message, message)

const timeRangeOr = (message: string) =>
  rangeLine(message).check(
    z.refine(isTimeRange, message),
    z.meta({ pattern: `^${timeRangePattern}$`, doc: 'time range' }),
  )

export const timeRange = lazy(() => timeRangeOr('Time range is required'))

/** The error for a time range that the organization's settings do not have. */
export const timeRangeNotOfferedText = 'Choose one of the time ranges that your organization offers'

/** A time range, or '' for none. */
export const timeRangeOrNone = () =>
  rangeLine(timeRangeNotOfferedText).check(
    z.refine((value) => value === '' || isTimeRange(value), timeRangeNotOfferedText),
    z.meta({ pattern: `^(${timeRangePattern})?$`, doc: 'time range or none' }),
  )

/** The most characters of the label of a time range. */
const labelLimit = 40

/** A time range of the settings. Without a label, it is shown by its times. */
export const offeredTimeRange = lazy(() =>
  z.object({ value: timeRangeOr('Enter a start, and an end that is later'), label: z._default(text(labelLimit), '') }),
)
