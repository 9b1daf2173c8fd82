import type { SettingsChoices } from '../model/settings.ts'
import { addDays, isBusinessDay } from './dates.ts'

type ReturnWindow = Pick<SettingsChoices, 'return_window_days' | 'return_window_kind'>
type ReturnState = 'ok' | 'soon' | 'over'

/** The state of a package is `soon` if at most this many days are left. If the window counts business days, so does this number. */
const soonDays = 2

const counts = (date: string, { return_window_kind }: ReturnWindow) =>
  return_window_kind === 'calendar' || isBusinessDay(date)

/**
 * Returns the last day on which a package may go out. After it, the package has to go back to stock. The window's days are counted
 * from the day after `from`. All days have the form `YYYY-MM-DD`.
 */
export function lastDayOut(from: string, window: ReturnWindow): string {
  let day = from
  for (let left = window.return_window_days; left > 0; ) {
    day = addDays(day, 1)
    if (counts(day, window)) left--
  }
  return day
}

/** Returns `over` after the day `by`, `soon` if at most `soonDays` counted days are left until `by`, and otherwise `ok`. */
export function returnStateOn(by: string, today: string, window: ReturnWindow): ReturnState {
  if (today > by) return 'over'
  let left = 0
  for (let day = addDays(today, 1); day <= by && left <= soonDays; day = addDays(day, 1))
    if (counts(day, window)) left++
  return left <= soonDays ? 'soon' : 'ok'
}

interface Prescription {
  fill_date: string
  rx_date: string
}

/**
 * Returns the earliest fill date of the prescriptions. If a fill date is missing, the RX date is used instead. Null if no
 * prescription has either date.
 */
export const returnWindowStart = (prescriptions: readonly Prescription[]): string | null =>
  prescriptions
    .map(({ fill_date, rx_date }) => fill_date || rx_date)
    .filter(Boolean)
    .sort()[0] ?? null
