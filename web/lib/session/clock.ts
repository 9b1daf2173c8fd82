import { dayIn } from '#shared/rules/dates.ts'
import { localDateTimeIn } from '#shared/rules/lateness.ts'
import { withStorage } from '../browser/with-storage.ts'
import { useSignedInSession } from './session.ts'

const place = 'carelane-clock'
/** The stored difference is replaced if it is wrong by more than this, because responses take a moment. */
const toleranceMs = 30_000

/**
 * By how much the server's clock is ahead of the device's. It is kept in this browser, because a page that opens without a network
 * gets no response that would tell, and must still know which day it is.
 */
let aheadMs = Number(withStorage(() => localStorage.getItem(place), null)) || 0
let storedMs = aheadMs

/** Sets this page's clock by the `date` header of a response. */
export function setServerTime(date: string | undefined) {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime)) return
  aheadMs = serverTime - Date.now()
  if (Math.abs(aheadMs - storedMs) < toleranceMs) return
  storedMs = aheadMs
  withStorage(() => localStorage.setItem(place, String(aheadMs)), undefined)
}

/**
 * Returns the server's time, because a device's clock may be wrong by days; before the first response that this
 * browser ever gets, the device's time. */
export const serverNow = () => new Date(Date.now() + aheadMs)

/** By how much the server's clock is ahead, in milliseconds. It does not change from response to response. */
export const settledAheadMs = () => storedMs

/** Returns today's date in the organisation's time zone, `YYYY-MM-DD`. */
export const useToday = () => dayIn(useSignedInSession().tenant.time_zone, serverNow())

/** Returns the current date and time in the organisation's time zone, `YYYY-MM-DDTHH:MM`. */
export const useOrganisationDateTime = () => localDateTimeIn(useSignedInSession().tenant.time_zone, serverNow())
