import { isCalendarDate } from '#shared/rules/dates.ts'
import type { OpenedAddress } from '../../lib/navigation/first-read.ts'

/** The run of the address, or else one's own of today; undefined where the day is not known. */
export function firstRun({ known, params, today }: OpenedAddress) {
  const { date = today, userId = known.user_id } = params
  return date ? { params: { date, user_id: userId } } : undefined
}

/** The day of the address, where that is one. */
export const dayOf = (search: URLSearchParams) => {
  const asked = search.get('date') ?? ''
  return isCalendarDate(asked) ? asked : undefined
}

/** What the runs of a day are made of. */
export const inputsOf = (date: string) => ({
  runs: { query: { date } },
  packages: { query: { delivery_date: date } },
})

/** What the runs of the address are made of; undefined where the day is not known. */
export function firstRuns({ search, today }: OpenedAddress) {
  const date = dayOf(search) ?? today
  return date ? inputsOf(date) : undefined
}
