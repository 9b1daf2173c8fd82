import { dayIn } from '#shared/rules/dates.ts'
import { serverNow } from './server-clock.ts'
import { useSignedIn } from './session.ts'

/** The organisation's day, `YYYY-MM-DD`. */
export const useToday = () => dayIn(useSignedIn().tenant.time_zone, serverNow())
