import { isCalendarDate } from '#shared/rules/dates.ts'
import type { OpenedAddress } from '../../lib/navigation/first-read.ts'

/** The run in the address or, without one, today's run of the user. Undefined if the day is not known. */
export function firstRun({ known, params, today }: OpenedAddress) {
  const { date = today, userId = known.user_id } = params
  return date ? { params: { date, user_id: userId } } : undefined
}

/** The day in the address, if it is valid. */
export const dayOf = (search: URLSearchParams) => {
  const asked = search.get('date') ?? ''
  return isCalendarDate(asked) ? asked : undefined
}

/** The requests for the runs of a day. */
export const inputsOf = (date: string) => ({
  runs: { query: { date } },
  packages: { query: { delivery_date: date } },
})

/** The requests for the runs in the address. Undefined if the day is not known. */
export function firstRuns({ search, today }: OpenedAddress) {
  const date = dayOf(search) ?? today
  return date ? inputsOf(date) : undefined
}
