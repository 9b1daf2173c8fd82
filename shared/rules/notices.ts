import { addDays, startOfDay } from './dates.ts'
import { clockIn } from './lateness.ts'

/** The organisation's hours. */
const morning = 8
const evening = 20

/** When deliveries of the day after are told of. */
const planningHour = 9

const hourMs = 3_600_000

/** The instant at which a clock at a place shows a full hour of a day, also where it was put forward or back that night. */
function instantAt(timeZone: string, date: string, hour: number): Date {
  const guess = new Date(startOfDay(timeZone, date).getTime() + hour * hourMs)
  const shown = Number(clockIn(timeZone, guess).slice(11, 13))
  return new Date(guess.getTime() + (hour - shown) * hourMs)
}

const hourIn = (timeZone: string, now: Date) => Number(clockIn(timeZone, now).slice(11, 13))

/** Nobody's telephone rings between eight and eight. */
export const isQuiet = (timeZone: string, now: Date) => {
  const hour = hourIn(timeZone, now)
  return hour < morning || hour >= evening
}

/** The next time at which it is not quiet: now, or eight in the morning. */
export function afterQuiet(timeZone: string, now: Date): Date {
  if (!isQuiet(timeZone, now)) return now
  const today = clockIn(timeZone, now).slice(0, 10)
  return instantAt(timeZone, hourIn(timeZone, now) < morning ? today : addDays(today, 1), morning)
}

/** When the deliveries of a day are planned: the morning before it. */
export const planningAt = (timeZone: string, date: string) => instantAt(timeZone, addDays(date, -1), planningHour)

/** Minutes before the planning in which a new delivery is told of by itself: an index may not show it to the planning yet. */
const lateMs = 600_000

/** When a recipient is told of a delivery that is planned now; undefined where the planning of its day does it. */
export function toldAt(timeZone: string, date: string, now: Date): Date | undefined {
  const today = clockIn(timeZone, now).slice(0, 10)
  if (date === today) return afterQuiet(timeZone, now)
  if (date !== addDays(today, 1)) return undefined
  const planned = planningAt(timeZone, date)
  if (now.getTime() < planned.getTime() - lateMs) return undefined
  return afterQuiet(timeZone, now < planned ? planned : now)
}
