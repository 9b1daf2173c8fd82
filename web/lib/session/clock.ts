import { dayIn } from '#shared/rules/dates.ts'
import { localDateTimeIn } from '#shared/rules/lateness.ts'
import { withStorage } from '../browser/with-storage.ts'
import { useSignedInSession } from './session.ts'

const place = 'carelane-clock'
/** The difference is replaced if it is wrong by more than this, because responses take a moment. */
const toleranceMs = 30_000

/**
 * By how much the server's clock is ahead of the device's. It is kept in this browser, because a page that opens without a network
 * gets no response that would tell, and must still know which day it is.
 */
let aheadMs = Number(withStorage(() => localStorage.getItem(place), null)) || 0

/** Sets this page's clock by the `date` header of a response. */
export function setServerTime(date: string | undefined) {
  const nextMs = Date.parse(date ?? '') - Date.now()
  if (!(Math.abs(nextMs - aheadMs) >= toleranceMs)) return
  aheadMs = nextMs
  withStorage(() => localStorage.setItem(place, String(aheadMs)), undefined)
}

/**
 * Returns the time of the device's clock, corrected by that of the server if it is wrong, because it may be wrong by days; before the
 * first response that this browser ever gets, the device's time.
 */
export const serverNow = () => new Date(Date.now() + aheadMs)

/** Returns today's date in the organisation's time zone, `YYYY-MM-DD`. */
export const useToday = () => dayIn(useSignedInSession().tenant.time_zone, serverNow())

/** Returns the current date and time in the organisation's time zone, `YYYY-MM-DDTHH:MM`. */
export const useOrganisationDateTime = () => localDateTimeIn(useSignedInSession().tenant.time_zone, serverNow())
