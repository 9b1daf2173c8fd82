import { dayIn } from '#shared/rules/dates.ts'

/** Returns today's date in the demo pharmacy, `YYYY-MM-DD`. The pharmacy was seeded with this machine's time zone. */
export const demoToday = () => dayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())
