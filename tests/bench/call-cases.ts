import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { createHandler } from '#functions/http/handler.ts'
import { userOperations } from '#functions/lambdas/operations/users.ts'
import { listActivity } from '#shared/api/activity.ts'
import { apiAreas } from '#shared/api/areas.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { listRuns, readRun } from '#shared/api/runs.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { idStartOf } from '#shared/rules/slip-codes.ts'
import { completionData } from '#tests/support/builders.ts'
import { plainPatient } from '#tests/support/plain-patient.ts'
import { resetCountsOfMinute } from '#tests/support/reset-rate-limits.ts'
import { type BenchApp, invoke, viewerAddressHeader } from './bench-app.ts'
import { type BenchTenant, driverIndex, staffSize } from './grown-tenants.ts'
import { rxNumberOf } from './large-tenant-data.ts'
import { patientIdOf, subjectIdOf } from './many-event-items.ts'

/** Makes the call for the given round, and returns how many rows the response has. */
type Call = (round: number) => Promise<{ rows: unknown; next?: string | undefined }>

/** A kind of call to measure, which returns as many rows from a tenant of any size. `open` prepares it once for a tenant. */
export interface CallCase {
  name: string
  open(tenant: BenchTenant): Promise<Call> | Call
  /** Runs before each call and is not measured. */
  before?(tenant: BenchTenant, round: number): Promise<void>
}

export const callCases = (bench: BenchApp): CallCase[] => [
  ...deliveryCases(bench),
  ...searchCases(bench),
  ...activityCases(bench),
]

const found = (round: number) => (round * 7) % 500

const ofRound = (start: string, round: number) => `${start}-0000-4000-8000-${String(round).padStart(12, '0')}`
const mergedId = (round: number) => ofRound('aaaaaaaa', round)
const stayingId = (round: number) => ofRound('bbbbbbbb', round)

function deliveryCases({ handler, services }: BenchApp): CallCase[] {
  const list = (name: string, query: Record<string, string>, page = 1): CallCase => ({
    name: `list: ${name}`,
    async open({ admin: { token }, pharmacist }) {
      const of = query.pharmacist_id === '' ? { pharmacist_id: pharmacist.id } : {}
      const ask = (more: Record<string, string>) =>
        invoke(handler, deliveries.listDeliveries, { token, query: { ...query, ...of, ...more } })
      return atPage(page, ask)
    },
  })
  const putDelivery = ({ aDelivery }: BenchTenant, i: number, status: DeliveryStatus) =>
    services.table.write(aDelivery(i, status))
  return [
    list('current', { view: 'current' }),
    list('current, one pharmacist', { view: 'current', pharmacist_id: '' }),
    list('current, unassigned', { view: 'current', pharmacist_id: 'null' }),
    list('past', { view: 'past' }),
    list('past, 20 cancelled', { view: 'past', status: 'cancelled', limit: '20' }),
    list('current, page 10', { view: 'current', limit: '20' }, 10),
    list('past, page 10', { view: 'past', limit: '20' }, 10),
    {
      name: 'detail',
      open:
        ({ admin: { token }, deliveryId }) =>
        (round) =>
          invoke(handler, deliveries.readDelivery, { token, params: { id: deliveryId(found(round)) } }),
    },
    {
      name: 'run',
      open:
        ({ pharmacist: { id, token } }) =>
        async () => {
          const params = { date: utcDate(services.now()), user_id: id }
          return { rows: (await invoke(handler, readRun, { token, params })).rows.deliveries }
        },
    },
    {
      name: 'board',
      open:
        ({ admin: { token } }) =>
        async () =>
          invoke(handler, listRuns, { token, query: { date: utcDate(services.now()) } }),
    },
    {
      name: 'merge of two patients without deliveries',
      before: async ({ tenantId }, round) => {
        const { patient } = keysOf(tenantId)
        const found = plainPatient(utcDate(services.now()))
        await services.table.write(
          ...[mergedId(round), stayingId(round)].map((id) => put(patient(id), { ...found, id })),
        )
      },
      open:
        ({ admin: { token } }) =>
        (round) =>
          invoke(handler, patients.mergePatient, {
            token,
            params: { id: mergedId(round) },
            body: { into: stayingId(round) },
          }),
    },
    {
      name: 'completion',
      before: (tenant, round) => putDelivery(tenant, found(round), 'in_progress'),
      open:
        ({ admin: { token }, deliveryId }) =>
        (round) =>
          invoke(handler, deliveries.completeDelivery, {
            token,
            params: { id: deliveryId(found(round)) },
            body: completionData,
          }),
    },
  ]
}

/** Returns a call for this page of a list. */
async function atPage(page: number, ask: (query: Record<string, string>) => ReturnType<Call>): Promise<Call> {
  let cursor = {}
  for (let turned = 1; turned < page; turned++) cursor = { cursor: (await ask(cursor)).next ?? '' }
  return () => ask(cursor)
}

/** The search of the top bar, by the administrator and among a driver's own, and the search of patients in the form. */
function searchCases({ handler, services }: BenchApp): CallCase[] {
  let places = 0
  // A person may search less often in a minute than is measured.
  const beforeSearch =
    (who: 'admin' | 'driver', entry: Entry) =>
    ({ tenantId, [who]: { id: personId } }: BenchTenant) =>
      resetCountsOfMinute(services, entry, { tenantId, personId, now: services.now() })
  const search = (who: 'admin' | 'driver', name: string, queryOf: (tenant: BenchTenant, i: number) => string) => ({
    name: `search${who === 'driver' ? ' among one’s own' : ''}: ${name}`,
    before: beforeSearch(who, searchAndDay.search),
    open: (tenant: BenchTenant) => async (round: number) => {
      const { rows } = await invoke(handler, searchAndDay.search, {
        token: tenant[who].token,
        query: { q: queryOf(tenant, found(round)) },
        // The searches of one address are limited.
        headers: viewerAddressHeader(`10.0.${places >> 8}.${places++ % 256}`),
      })
      return { rows: [...rows.patients, ...rows.deliveries] }
    },
  })
  /** Returns the number of one of the driver's first 20 deliveries. */
  const own = (i: number) => (i % 20) * staffSize + driverIndex
  return [
    {
      name: 'search of patients, 10 found',
      before: beforeSearch('admin', patients.searchPatients),
      open:
        ({ admin: { token } }) =>
        () =>
          invoke(handler, patients.searchPatients, { token, query: { q: 'ab', limit: '10' } }),
    },
    search('admin', 'a prescription', (_, i) => rxNumberOf(i)),
    search('admin', 'the start of many prescriptions', () => rxNumberOf(0).slice(0, 5)),
    search('admin', 'the start of a delivery’s ID', ({ deliveryId }, i) => idStartOf(deliveryId(i))),
    search('admin', 'a word of many patients', () => 'ab'),
    search('admin', 'first and last name', () => 'bert abb'),
    search('admin', 'a name that no one has', () => 'xylophone'),
    search('driver', 'a prescription', (_, i) => rxNumberOf(own(i))),
    search('driver', 'the start of many prescriptions', () => rxNumberOf(0).slice(0, 5)),
    search('driver', 'the start of a delivery’s ID', ({ deliveryId }, i) => idStartOf(deliveryId(own(i)))),
    search('driver', 'a word of many patients', () => 'ab'),
    search('driver', 'first and last name', () => 'cora abb'),
    search('driver', 'someone else’s prescription', (_, i) => rxNumberOf(own(i) + 1)),
  ]
}

/** The questions that people ask the activity log, for a page of 20 events. */
function activityCases({ guarded }: BenchApp): CallCase[] {
  const handler = createHandler(apiAreas.users, userOperations, guarded)
  const today = utcDate(new Date())
  const questions: Record<string, (tenant: BenchTenant) => Record<string, string>> = {
    all: () => ({}),
    'a day': () => ({ from: today, to: today }),
    'a person': ({ pharmacist }) => ({ actor_id: pharmacist.id }),
    'a patient': () => ({ patient_id: patientIdOf(500) }),
    'a delivery': () => ({ subject_id: subjectIdOf(500) }),
  }
  return Object.entries(questions).map(([name, queryOf]) => ({
    name: `activity: ${name}`,
    open: (tenant) => () =>
      invoke(handler, listActivity, { token: tenant.admin.token, query: { limit: '20', ...queryOf(tenant) } }),
  }))
}
