import { isCalendarDate } from '#shared/rules/dates.ts'
import type { PreloadContext } from '../../lib/navigation/data-preload.ts'

/**
 * Returns the input of the request for the run that the address names or, if it names none, for the user's run today. Returns
 * undefined if the address names no run and today's date is not known.
 */
export function runInputFromAddress({ known, params, today }: PreloadContext) {
  const { date = today, userId = known.user_id } = params
  return date ? { params: { date, user_id: userId } } : undefined
}

/** Returns the day in the address, or undefined if it has none or an invalid one. */
export const dayFromAddress = (search: URLSearchParams) => {
  const date = search.get('date') ?? ''
  return isCalendarDate(date) ? date : undefined
}

/** Returns the inputs of the requests for a day's runs and the questions about its stops (`day`), and for its packages. */
export const dayRunsInputs = (date: string) => ({
  day: { query: { date } },
  packages: { query: { delivery_date: date } },
})

/**
 * Returns the inputs of the first requests of the page with a day's runs. Returns undefined if the address names no day and today's
 * date is not known.
 */
export function dayRunsInputsFromAddress({ search, today }: PreloadContext) {
  const date = dayFromAddress(search) ?? today
  return date ? dayRunsInputs(date) : undefined
}
