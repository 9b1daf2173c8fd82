import { dayIn } from '#shared/rules/dates.ts'
import { clockIn } from '#shared/rules/lateness.ts'
import { serverNow } from './server-clock.ts'
import { useSignedIn } from './session.ts'

/** The organisation's day, `YYYY-MM-DD`. */
export const useToday = () => dayIn(useSignedIn().tenant.time_zone, serverNow())

/** The organisation's clock, `YYYY-MM-DDTHH:MM`. */
export const useClock = () => clockIn(useSignedIn().tenant.time_zone, serverNow())
