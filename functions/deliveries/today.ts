import { dayIn } from '#shared/rules/dates.ts'
import { localDateTimeIn } from '#shared/rules/lateness.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** Returns today's date in the organisation's time zone, `YYYY-MM-DD`. */
export const todayOf = ({ tenant }: Caller, { now }: Services) => dayIn(tenant.time_zone, now())

/** Returns the present date and time in the organisation's time zone, `YYYY-MM-DDTHH:MM`. */
export const localDateTimeOf = ({ tenant }: Caller, { now }: Services) => localDateTimeIn(tenant.time_zone, now())
