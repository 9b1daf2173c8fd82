import { dayIn } from '#shared/rules/dates.ts'

/** Today's date in the demo pharmacy, `YYYY-MM-DD`. It is seeded with this machine's time zone. */
export const demoToday = () => dayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())
