/** A time of day in UTC, such as `06:00`. */
type TimeOfDay = `${number}:${number}`

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const

/** When a function runs by itself. EventBridge runs it on AWS, and `npm start` on a laptop. All times are in UTC. */
export type Schedule =
  | { everyMinutes: number }
  | {
      at: TimeOfDay
      /** If undefined, the function runs every day. */
      weekday?: (typeof weekdays)[number]
    }

/** Returns the schedule in EventBridge's notation. */
export function scheduleExpression(schedule: Schedule): string {
  if ('everyMinutes' in schedule) {
    const { everyMinutes: minutes } = schedule
    return `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`
  }
  const [hour, minute] = hourAndMinute(schedule.at)
  return `cron(${minute} ${hour} ${schedule.weekday ? `? * ${schedule.weekday}` : '* * ?'} *)`
}

/** Returns the time of the next run after `now`, in milliseconds since 1970. */
export function nextRunAfter(schedule: Schedule, now: number): number {
  if ('everyMinutes' in schedule) return now + schedule.everyMinutes * 60_000
  const [hour, minute] = hourAndMinute(schedule.at)
  const day = new Date(now)
  for (let ahead = 0; ; ahead++) {
    const run = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + ahead, hour, minute))
    const isItsDay = !schedule.weekday || weekdays[run.getUTCDay()] === schedule.weekday
    if (isItsDay && run.getTime() > now) return run.getTime()
  }
}

function hourAndMinute(time: TimeOfDay): [hour: number, minute: number] {
  const [hour, minute] = time.split(':').map(Number)
  if (hour === undefined || minute === undefined || !(hour < 24 && minute < 60)) throw new Error(`${time} is no time`)
  return [hour, minute]
}
