import { dayIn } from '#shared/rules/dates.ts'
import { localDateTimeIn } from '#shared/rules/lateness.ts'
import { useSignedInSession } from './session.ts'

let aheadMs = 0

/** Sets this page's clock by the `date` header of a response. */
export function setServerTime(date: string | undefined) {
  const serverTime = Date.parse(date ?? '')
  if (!Number.isNaN(serverTime)) aheadMs = serverTime - Date.now()
}

/** Returns the server's time, because a device's clock may be wrong by days; before the first response, the device's time. */
export const serverNow = () => new Date(Date.now() + aheadMs)

/** Returns today's date in the organisation's time zone, `YYYY-MM-DD`. */
export const useToday = () => dayIn(useSignedInSession().tenant.time_zone, serverNow())

/** Returns the current date and time in the organisation's time zone, `YYYY-MM-DDTHH:MM`. */
export const useOrganisationDateTime = () => localDateTimeIn(useSignedInSession().tenant.time_zone, serverNow())
