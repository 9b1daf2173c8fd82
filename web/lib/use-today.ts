import { dayIn } from '#shared/rules/dates.ts'
import { clockIn } from '#shared/rules/lateness.ts'
import { useSignedIn } from './session.ts'

/** The organisation's day, `YYYY-MM-DD`. */
export const useToday = () => dayIn(useSignedIn().tenant.time_zone, new Date())

/** The organisation's clock, `YYYY-MM-DDTHH:MM`. */
export const useClock = () => clockIn(useSignedIn().tenant.time_zone, new Date())
