import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { createSeededRandom } from '#infra/local/demo/day-plan.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { itemOf } from './item-of.ts'
import { plainDelivery } from './plain-delivery.ts'
import type { Organisation, TestApp } from './test-app.ts'

/** How many of a hundred deliveries have each status on average, for past days, today, and the days to come. */
const shares: Record<'past' | 'today' | 'future', Partial<Record<DeliveryStatus, number>>> = {
  past: { delivered: 78, cancelled: 9, failed: 6, assigned: 3, unassigned: 1, pending: 1, in_progress: 2 },
  today: { assigned: 35, delivered: 25, in_progress: 15, unassigned: 10, pending: 5, cancelled: 6, failed: 4 },
  future: { assigned: 50, unassigned: 25, pending: 20, cancelled: 5 },
}

interface Filling {
  organisation: Organisation
  today: string
  count: number
  seed: number
  /**
   * The number of deliveries that are certainly due today; a few more are by chance. By default they fill more than one page of a
   * list.
   */
  ofToday?: number
}

/**
 * Puts deliveries with a random status, day and pharmacist directly into the table, each as the product would store it but without
 * its history. Returns them, and the ids of their patients, who are not stored.
 */
export async function fillTenant(app: TestApp, { organisation, today, count, seed, ofToday = 60 }: Filling) {
  const { tenant, driver, pharmacist, admin } = organisation
  const keys = keysOf(tenant.id)
  const next = createSeededRandom(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T
  const statusOf = (share: Partial<Record<DeliveryStatus, number>>) =>
    pick(Object.entries(share).flatMap(([status, times]) => Array<string>(times).fill(status))) as DeliveryStatus
  const digits = (length: number) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join('')
  const id = () => [8, 4, 4, 4, 12].map(digits).join('-')
  const people = [driver, pharmacist, admin].map(({ user }) => user)
  const patients = Array.from({ length: 40 }, id)

  const rows = Array.from({ length: count }, (_, i): StoredDelivery => {
    const offset = i < ofToday ? 0 : Math.floor(next() * 40) - 28
    const status = statusOf(shares[offset < 0 ? 'past' : offset === 0 ? 'today' : 'future'])
    const isFree = status === 'unassigned' || (['pending', 'failed'].includes(status) && next() < 0.5)
    const person = isFree ? undefined : pick(people)
    return {
      ...plainDelivery(today),
      id: id(),
      status,
      delivery_date: addDays(today, offset),
      time_range: pick(defaultTimeRanges).value,
      patient_id: pick(patients),
      patient_name: `Patient ${i}`,
      pharmacist_id: person?.id ?? null,
      pharmacist_name: person?.full_name ?? null,
    }
  })
  const { client, inUse } = app.table
  const name = await inUse.forWriting()
  for (let i = 0; i < rows.length; i += 25) {
    const requests = rows
      .slice(i, i + 25)
      .map((row) => ({ PutRequest: { Item: itemOf(put(keys.delivery(row.id), row)) } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }))
  }
  return { rows, patients }
}

const stillToDo: readonly DeliveryStatus[] = ['pending', 'unassigned', 'in_progress', 'assigned']
const done: readonly DeliveryStatus[] = ['delivered', 'cancelled']

interface Options {
  view?: string | undefined
  status?: string | undefined
  pharmacist_id?: string | undefined
  delivery_date?: string | undefined
  patient_id?: string | undefined
}

/** Returns the ids that a list must show, in order, according to the specification and independent of the lists' own code. */
export function expectedIds(rows: readonly StoredDelivery[], filters: Options, today: string): string[] {
  const statuses = filters.status?.split(',').map((status) => status.trim())
  const shown = rows.filter(
    (row) =>
      (!statuses || statuses.includes(row.status)) &&
      (filters.pharmacist_id === undefined || String(row.pharmacist_id) === filters.pharmacist_id) &&
      (filters.delivery_date === undefined || row.delivery_date === filters.delivery_date) &&
      (filters.patient_id === undefined || row.patient_id === filters.patient_id) &&
      (filters.view !== 'current' || stillToDo.includes(row.status) || row.delivery_date >= today) &&
      (filters.view !== 'past' || done.includes(row.status) || row.delivery_date < today),
  )
  const place = (row: StoredDelivery) => `${row.delivery_date} ${row.time_range} ${row.id}`
  const soonestFirst = shown.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  return (filters.view === 'past' ? soonestFirst.toReversed() : soonestFirst).map(({ id }) => id)
}
