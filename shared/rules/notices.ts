import { addDays, startOfDay } from './dates.ts'
import { localDateTimeIn } from './lateness.ts'

/** The hours between which notices may be sent, by the organisation's clock. */
const morning = 8
const evening = 20

/** The hour at which recipients are notified of a planned delivery, on the day before the delivery. */
const planningHour = 9

const minuteMs = 60_000

/** Returns the instant of a day at which clocks in a time zone show this full hour, even on a day when the clocks change. */
function instantAt(timeZone: string, date: string, hour: number): Date {
  const guess = new Date(startOfDay(timeZone, date).getTime() + hour * 60 * minuteMs)
  const [shownHour = hour, shownMinute = 0] = localDateTimeIn(timeZone, guess).slice(11).split(':').map(Number)
  return new Date(guess.getTime() + ((hour - shownHour) * 60 - shownMinute) * minuteMs)
}

const hourIn = (timeZone: string, now: Date) => Number(localDateTimeIn(timeZone, now).slice(11, 13))

/** Whether it is between 8 PM and 8 AM, when nobody should be disturbed. */
export const isQuietHour = (timeZone: string, now: Date) => {
  const hour = hourIn(timeZone, now)
  return hour < morning || hour >= evening
}

/** Returns the next time outside the quiet hours: now or, during them, the next 8 AM. */
export function nextNonQuietTime(timeZone: string, now: Date): Date {
  if (!isQuietHour(timeZone, now)) return now
  const today = localDateTimeIn(timeZone, now).slice(0, 10)
  return instantAt(timeZone, hourIn(timeZone, now) < morning ? today : addDays(today, 1), morning)
}

/** Returns whether a delivery's time range is still ahead, has begun or has ended, by the organisation's clock. */
export function rangeStage(
  timeZone: string,
  { delivery_date, time_range }: { delivery_date: string; time_range: string },
  now: Date,
): 'ahead' | 'begun' | 'ended' {
  const clock = localDateTimeIn(timeZone, now).slice(0, 16)
  const start = time_range.slice(0, 5) || '24:00'
  const end = time_range.slice(-5) || '24:00'
  if (clock >= `${delivery_date}T${end}`) return 'ended'
  return clock >= `${delivery_date}T${start}` ? 'begun' : 'ahead'
}

/** Returns when recipients are notified of a day's deliveries: on the morning before. */
export const plannedNoticeTime = (timeZone: string, date: string) =>
  instantAt(timeZone, addDays(date, -1), planningHour)

/**
 * The time that an index may need to list a new delivery, in milliseconds. The notices about a planned day go to the deliveries
 * that this index lists. A delivery that is created shortly before they are sent may be missing, and therefore gets a notice of its
 * own.
 */
const lateMs = 600_000

/**
 * Returns when to send a notice about a delivery that is now created for the day `date` or moved to it. Undefined if it needs no
 * notice of its own, because the day is past, or because the notices on the morning before the day will include it.
 */
export function noticeDueAt(timeZone: string, date: string, now: Date): Date | undefined {
  const today = localDateTimeIn(timeZone, now).slice(0, 10)
  if (date === today) return nextNonQuietTime(timeZone, now)
  if (date !== addDays(today, 1)) return undefined
  const planned = plannedNoticeTime(timeZone, date)
  if (now.getTime() < planned.getTime() - lateMs) return undefined
  return nextNonQuietTime(timeZone, now < planned ? planned : now)
}
