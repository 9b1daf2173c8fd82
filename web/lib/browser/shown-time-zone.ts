import { isTimeZone } from '#shared/rules/dates.ts'

/** The organisation's time zone. While it is undefined, times are shown in the browser's zone. */
let organisationZone: string | undefined

/**
 * Sets the time zone in which times are shown from now on. If the browser does not know it, times are shown in the browser's zone.
 */
export function setShownTimeZone(timeZone: string) {
  // A browser that does not know the zone would throw at every date.
  organisationZone = isTimeZone(timeZone) ? timeZone : undefined
}

export const shownTimeZone = () => organisationZone
