import type * as searchAndDay from '#shared/api/search-and-day.ts'
import { addressKey } from '#shared/rules/stops.ts'
import { dayLowerBound, dayUpperBound, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import { aboutList } from '../data/subjects.ts'
import type { Operation } from '../http/operation.ts'

/** From so many patients at one street address on, the board asks whether they are one stop. */
const leastPatients = 3

/** The statuses of packages that have not gone out yet. */
const waiting = ['pending', 'unassigned', 'assigned'] as const

const distinct = (rows: readonly StoredDeliveryRow[], field: 'patient_id' | 'apt_suite_building') =>
  new Set(rows.map((row) => row[field])).size

/** Whether packages for one street address may be for a facility: three patients or more, in different units. */
const mayBeOneStop = (rows: readonly StoredDeliveryRow[]) =>
  distinct(rows, 'patient_id') >= leastPatients && distinct(rows, 'apt_suite_building') > 1

/**
 * Lists the street addresses of a day with three or more patients in different units, of whom someone has yet to say whether they
 * are one stop. An address of which everybody has been answered is left out.
 */
export const listStopQuestions: Operation<typeof searchAndDay.listStopQuestions> = async (
  { caller, query, activity },
  { table },
) => {
  const { keys } = caller
  const day = { from: dayLowerBound(query.date), to: dayUpperBound(query.date) }
  const rows = await Promise.all(waiting.map((status) => table.queryAll(keys.ofStatus(status), day)))
  const streets = Map.groupBy(new Map(rows.flat().map((row) => [row.id, row])).values(), (row) =>
    addressKey({ ...row, apt_suite_building: '' }),
  )
  const groups = [...streets.values()].filter(mayBeOneStop)
  const ids = [...new Set(groups.flat().map(({ patient_id }) => patient_id))]
  const patients = ids.length > 0 ? await table.getAll(ids.map(keys.patient)) : []
  const separate = new Set(patients.flatMap((patient) => (patient?.own_stop ? [patient.id] : [])))
  const questions = groups.flatMap((group) => {
    const open = group.filter((row) => !row.is_business_address && !separate.has(row.patient_id))
    const [first] = open
    if (!first) return []
    const { delivery_address, city } = first
    const unanswered = group.filter((row) => !separate.has(row.patient_id))
    if (distinct(unanswered, 'patient_id') < leastPatients) return []
    return {
      delivery_address,
      city,
      patients: distinct(unanswered, 'patient_id'),
      delivery_ids: unanswered.map(({ id }) => id),
    }
  })
  await activity.record({ action: 'delivery.listed', ...aboutList('delivery'), query, count: questions.length })
  return questions
}
