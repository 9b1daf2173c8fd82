import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { createHandler, type Handler } from '#functions/http/handler.ts'
import { userOperations } from '#functions/lambdas/operations/users.ts'
import { listActivity } from '#shared/api/activity.ts'
import { apiAreas } from '#shared/api/areas.ts'
import { actionKeys, activityActions } from '#shared/model/activity.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { invoke, openBenchApp } from './bench-app.ts'
import { type BenchCase, compareTenantSizes } from './compare-tenant-sizes.ts'
import { fillStore } from './fill-store.ts'
import { createBenchPharmacy, newSessionTokenOf } from './grown-tenants.ts'
import { manyEventItems, patientIdOf, subjectIdOf } from './many-event-items.ts'

const looks = actionKeys()
  .filter((action) => 'isLook' in activityActions[action])
  .join(',')

interface Watched {
  count: number
  token: string
  staff: readonly StoredUser[]
}

/**
 * Measures how long pages of the activity log take, by the filters that `casesOf` combines, in tenants with these numbers of
 * events. The table is filled for this run and deleted afterwards.
 */
export async function compareActivity(sizes: readonly number[], rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-events-'))
  try {
    const grown: { count: number; staff: StoredUser[] }[] = []
    for (const count of sizes) grown.push({ count, staff: await fill(folder, count) })
    const bench = await openBenchApp(folder)
    try {
      const tenants: Watched[] = []
      for (const { count, staff } of grown) {
        const [admin] = staff
        if (admin) tenants.push({ count, staff, token: await newSessionTokenOf(bench.services, admin) })
      }
      const handler = createHandler(apiAreas.users, userOperations, bench.guarded)
      return await compareTenantSizes(bench, { tenants, cases: casesOf(handler), rounds })
    } finally {
      await bench.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function fill(folder: string, count: number): Promise<StoredUser[]> {
  const bench = await openBenchApp(folder)
  const { tenant, staff } = await createBenchPharmacy(bench, count).finally(bench.close)
  const items = manyEventItems({ tenantId: tenant.id, count, now: new Date(), staff })
  await fillStore(join(folder, 'dynamodb'), await bench.services.table.inUse.forReading(), items)
  return staff
}

/**
 * Returns requests for a page of 20 events. The filters by subject or patient, by person, and by action (none, one, three, or all
 * actions that only read) are combined in every way. Two requests ask for a range of days, and one for page 10 of all events.
 */
function casesOf(handler: Handler): BenchCase<Watched>[] {
  const ask = ({ token }: Watched, query: Record<string, string>) =>
    invoke(handler, listActivity, { token, query: { limit: '20', ...query } })
  const by = (name: string, queryOf: (tenant: Watched) => Record<string, string>): BenchCase<Watched> => ({
    name: `activity: ${name}`,
    open: (tenant) => () => ask(tenant, queryOf(tenant)),
  })
  const today = utcDate(new Date())
  const things = {
    all: {},
    'a patient': { patient_id: patientIdOf(500) },
    'a subject': { subject_id: subjectIdOf(500) },
    'a subject and its patient': { subject_id: subjectIdOf(500), patient_id: patientIdOf(500) },
  }
  const people = {
    '': () => ({}),
    'a person': ({ staff }: Watched) => ({ actor_id: staff[7 % staff.length]?.id ?? '' }),
  }
  const filters = {
    '': {},
    'an action': { action: 'delivery.edited' },
    'three actions': { action: 'delivery.read,delivery.edited,delivery.created' },
    'the looks': { action: looks },
  }
  return [
    ...Object.entries(things).flatMap(([thing, ofThing]) =>
      Object.entries(people).flatMap(([person, ofPerson]) =>
        Object.entries(filters).map(([action, ofAction]) =>
          by([thing, person, action].filter(Boolean).join(' + '), (tenant) => ({
            ...ofThing,
            ...ofPerson(tenant),
            ...ofAction,
          })),
        ),
      ),
    ),
    by('a day', () => ({ from: today, to: today })),
    by('a patient + an action + days', () => ({
      patient_id: patientIdOf(500),
      action: 'delivery.edited',
      from: '2000-01-01',
      to: today,
    })),
    {
      name: 'activity: all, page 10',
      async open(tenant) {
        let cursor: string | undefined
        for (let turned = 1; turned < 10; turned++)
          cursor = (await ask(tenant, { to: today, ...(cursor && { cursor }) })).next ?? cursor
        return () => ask(tenant, { to: today, ...(cursor && { cursor }) })
      },
    },
  ]
}
