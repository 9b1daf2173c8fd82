import { dayIn } from '#shared/rules/dates.ts'
import { localTimeIn } from '#shared/rules/lateness.ts'
import { useSignedInSession } from './session.ts'

let aheadMs = 0

/** Sets the clock by the `date` header of a response. */
export function setServerTime(date: string | undefined) {
  const serverTime = Date.parse(date ?? '')
  if (!Number.isNaN(serverTime)) aheadMs = serverTime - Date.now()
}

/** The server's time, which is known once the server has responded. A device's clock may be wrong by days. */
const serverNow = () => new Date(Date.now() + aheadMs)

/** Today's date in the organisation's time zone, `YYYY-MM-DD`. */
export const useToday = () => dayIn(useSignedInSession().tenant.time_zone, serverNow())

/** The current date and time in the organisation's time zone, `YYYY-MM-DDTHH:MM`. */
export const useClock = () => localTimeIn(useSignedInSession().tenant.time_zone, serverNow())
