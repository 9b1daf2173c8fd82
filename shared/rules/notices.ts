import { addDays, startOfDay } from './dates.ts'
import { localDateTimeIn } from './lateness.ts'

/** An organization's clock, and the time ranges in which it delivers, such as `09:00-12:00`. */
export interface NoticeClock {
  time_zone: string
  time_ranges: readonly { value: string }[]
}

/**
 * Returns the times between which notices may be sent: from 8 AM to 8 PM, and in every time range in which the organization
 * delivers.
 */
function noticeTimes({ time_ranges }: NoticeClock) {
  const starts = time_ranges.map(({ value }) => value.slice(0, 5))
  const ends = time_ranges.map(({ value }) => value.slice(-5))
  return { morning: ['08:00', ...starts].sort()[0] ?? '', evening: ['20:00', ...ends].sort().at(-1) ?? '' }
}

/** The time at which recipients are notified of a planned delivery, on the day before the delivery. */
const planningTime = '09:00'

const minuteMs = 60_000

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Returns the instant of a day at which clocks in a time zone show this time, even on a day when the clocks change. */
function instantAt(timeZone: string, date: string, time: string): Date {
  const guess = new Date(startOfDay(timeZone, date).getTime() + minutesOf(time) * minuteMs)
  const shown = minutesOf(localDateTimeIn(timeZone, guess).slice(11))
  return new Date(guess.getTime() + (minutesOf(time) - shown) * minuteMs)
}

/** Whether it is evening, night or early morning, when no one should be disturbed. */
export function isQuietHour(clock: NoticeClock, now: Date): boolean {
  const time = localDateTimeIn(clock.time_zone, now).slice(11, 16)
  const { morning, evening } = noticeTimes(clock)
  return time < morning || time >= evening
}

/** Returns the next time outside the quiet hours: now or, during them, the next morning. */
export function nextNonQuietTime(clock: NoticeClock, now: Date): Date {
  if (!isQuietHour(clock, now)) return now
  const { time_zone } = clock
  const { morning } = noticeTimes(clock)
  const today = localDateTimeIn(time_zone, now)
  return instantAt(
    time_zone,
    today.slice(11, 16) < morning ? today.slice(0, 10) : addDays(today.slice(0, 10), 1),
    morning,
  )
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
  instantAt(timeZone, addDays(date, -1), planningTime)

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
export function noticeDueAt(clock: NoticeClock, date: string, now: Date): Date | undefined {
  const { time_zone } = clock
  const today = localDateTimeIn(time_zone, now).slice(0, 10)
  if (date === today) return nextNonQuietTime(clock, now)
  if (date !== addDays(today, 1)) return undefined
  const planned = plannedNoticeTime(time_zone, date)
  if (now.getTime() < planned.getTime() - lateMs) return undefined
  return nextNonQuietTime(clock, now < planned ? planned : now)
}
