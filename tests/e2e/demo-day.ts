import { dayIn } from '#shared/rules/dates.ts'

/** Today where the demo pharmacy is, `YYYY-MM-DD`: it is seeded with this machine's time zone. */
export const demoToday = () => dayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())
