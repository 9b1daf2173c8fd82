import { isCalendarDate } from '#shared/rules/dates.ts'
import type { PreloadContext } from '../../lib/navigation/data-preload.ts'

/** The run that the address names or, if it names none, the user's run today. Undefined if today's date is not known. */
export function firstRunInput({ known, params, today }: PreloadContext) {
  const { date = today, userId = known.user_id } = params
  return date ? { params: { date, user_id: userId } } : undefined
}

/** Returns the day in the address if it is valid. */
export const dayFromAddress = (search: URLSearchParams) => {
  const asked = search.get('date') ?? ''
  return isCalendarDate(asked) ? asked : undefined
}

/** The inputs of the requests for the runs of a day. */
export const dayInputs = (date: string) => ({
  runs: { query: { date } },
  packages: { query: { delivery_date: date } },
})

/** The first requests of the page that shows a day's runs. Undefined if today's date is not known. */
export function firstRunInputs({ search, today }: PreloadContext) {
  const date = dayFromAddress(search) ?? today
  return date ? dayInputs(date) : undefined
}
