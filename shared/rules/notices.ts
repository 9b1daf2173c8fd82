import { addDays, startOfDay } from './dates.ts'
import { clockIn } from './lateness.ts'

/** Hours of the organisation's clock. */
const morning = 8
const evening = 20

/** The hour at which recipients are told about the next day's deliveries. */
const planningHour = 9

const minuteMs = 60_000

/** The instant at which the clocks of a time zone show a full hour, also on the days on which they change. */
function instantAt(timeZone: string, date: string, hour: number): Date {
  const guess = new Date(startOfDay(timeZone, date).getTime() + hour * 60 * minuteMs)
  const [shownHour = hour, shownMinute = 0] = clockIn(timeZone, guess).slice(11).split(':').map(Number)
  return new Date(guess.getTime() + ((hour - shownHour) * 60 - shownMinute) * minuteMs)
}

const hourIn = (timeZone: string, now: Date) => Number(clockIn(timeZone, now).slice(11, 13))

/** Nobody is disturbed between 8 PM and 8 AM. */
export const isQuiet = (timeZone: string, now: Date) => {
  const hour = hourIn(timeZone, now)
  return hour < morning || hour >= evening
}

/** The next time outside the quiet hours: now, or eight in the morning. */
export function afterQuiet(timeZone: string, now: Date): Date {
  if (!isQuiet(timeZone, now)) return now
  const today = clockIn(timeZone, now).slice(0, 10)
  return instantAt(timeZone, hourIn(timeZone, now) < morning ? today : addDays(today, 1), morning)
}

/** When the recipients of a day's deliveries are told of them: the morning before. */
export const planningAt = (timeZone: string, date: string) => instantAt(timeZone, addDays(date, -1), planningHour)

/**
 * A delivery that is made so shortly before the planning tells its recipient by itself, because the index may not show it to the
 * planning yet. In milliseconds.
 */
const lateMs = 600_000

/** When the recipient of a delivery that is planned now is told of it. Undefined if the planning of its day will do that. */
export function toldAt(timeZone: string, date: string, now: Date): Date | undefined {
  const today = clockIn(timeZone, now).slice(0, 10)
  if (date === today) return afterQuiet(timeZone, now)
  if (date !== addDays(today, 1)) return undefined
  const planned = planningAt(timeZone, date)
  if (now.getTime() < planned.getTime() - lateMs) return undefined
  return afterQuiet(timeZone, now < planned ? planned : now)
}
