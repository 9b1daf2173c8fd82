import { dayIn } from '#shared/rules/dates.ts'

/** Returns the date in the demo pharmacy now, or at another time, as `YYYY-MM-DD`. The pharmacy was seeded with this machine's time zone. */
export const demoToday = (at = new Date()) => dayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, at)
