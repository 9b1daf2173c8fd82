/** @module-tag proof */

import { expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as runs from '#shared/api/runs.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Subjects } from './groups.ts'
import { isAccepted, type Pair, pairsOf, race } from './send-together.ts'

let patient: string
test.beforeAll(async () => {
  patient = (await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id
})

const states = ['out', 'back', 'closed'] as const

/**
 * Makes today's run of a driver who has no other run: one package loaded, one not loaded, and one in progress or delivered. Hands
 * the run over if it is to be closed.
 */
async function subjectOf(state: (typeof states)[number]): Promise<Subjects['run']> {
  const person = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
  const own = { ...pharmacy, driver: person }
  const status = state === 'out' ? 'in_progress' : 'delivered'
  const place = { date: utcDate(app.clock.now), user_id: person.user.id }
  const packages = []
  for (const each of ['assigned', 'assigned', status] as const)
    packages.push((await aDelivery(app, own, { status: each, patient_id: patient })).id)
  const [loaded = '', waiting = '', other = ''] = packages
  await app.call(runs.loadPackage, { as: person, params: place, body: { delivery_id: loaded } })
  if (state === 'closed') await app.call(runs.closeRun, { as: person, params: place, body: { counted: {} } })
  return { ...place, person, loaded, waiting, other, status }
}

const rounds = 12

async function expectOneTruth(pair: Pair<'run'>, state: (typeof states)[number], round: number) {
  const subject = await subjectOf(state)
  const { date, user_id, person } = subject
  const versionOf = async () => (await app.table.get(keysOf(pharmacy.tenant.id).run(date, user_id)))?.version ?? 0
  const before = await versionOf()
  const answers = await race(app, { pair, subject, organisation: pharmacy, round })
  const { body } = await app.call(runs.readRun, { as: person, params: { date, user_id } })
  // A call about a run raises the run's version unless it finds nothing to do. A call about a delivery does not.
  const ofRuns = answers.filter((answer, i) => isAccepted(answer) && [pair.one, pair.other][i]?.entry.subject === 'Run')
  expect(body.version - before).toBeLessThanOrEqual(ofRuns.length)
  if (body.state === 'closed') expect(body.counts.out).toBe(0)
}

test.each(pairsOf('run'))('$one.name and $other.name concurrently: the run stays consistent', async (pair) => {
  for (let round = 0; round < rounds; round++) for (const state of states) await expectOneTruth(pair, state, round)
})

test('two phones that load the same packages mark each of them once', async () => {
  const { date, user_id, person, loaded, waiting } = await subjectOf('out')
  const load = (delivery_id: string) =>
    app.call(runs.loadPackage, { as: person, params: { date, user_id }, body: { delivery_id } })
  const answers = await Promise.all([load(loaded), load(waiting), load(waiting), load(loaded)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const stamps = new Map<string, Set<string>>()
  for (const { body } of answers) stamps.set(body.id, (stamps.get(body.id) ?? new Set()).add(body.loaded_at))
  expect([...stamps.values()].map(({ size }) => size)).toEqual([1, 1])
})

test('moving a package while its driver starts: it is in progress with one of the drivers', async () => {
  for (let round = 0; round < 50; round++) {
    const { date, user_id, person, loaded } = await subjectOf('out')
    const [moved, started] = await Promise.all([
      app.call(deliveries.updateDelivery, {
        as: pharmacy.admin,
        params: { id: loaded },
        body: { pharmacist_id: pharmacy.pharmacist.user.id },
      }),
      app.call(runs.startRun, { as: person, params: { date, user_id }, body: {} }),
    ])
    expect([moved.status, started.status]).toEqual([200, 200])
    const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id: loaded } })
    expect(body).toMatchObject({ pharmacist_id: pharmacy.pharmacist.user.id, loaded_at: null })
    expect(['assigned', 'in_progress']).toContain(body.status)
  }
})

test('in the end, every count, index and history matches the runs', async () => {
  expect(await problemsIn(app)).toEqual([])
})
