import { describe, expect } from 'vitest'
import { refoldingWrites } from '#functions/data/delivery-entries.ts'
import { patientSearchEntryKind } from '#functions/data/entities/patient.ts'
import { keyAt } from '#functions/data/key.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, remove, update } from '#functions/data/writes.ts'
import { foldSearchAnew } from '#functions/migrations/fold-search-anew.ts'
import { runMigration } from '#functions/migrations/run-migration.ts'
import { patientSearchEntryWrites, presentPatient } from '#functions/patients/patient-writes.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import { previousIndexWords } from '#shared/rules/previous-search-words.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { storeSettings } from '#tests/support/run-calls.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'

/** Names whose words differ between the two foldings, with queries that the old folding answered. */
const names: readonly [name: string, ...queries: string[]][] = [
  ['Margaret O’Brien', 'o’brien', 'margaret', 'margaret o’br'],
  ['Grace Kowalczyk', 'kowalczyk grace', 'kowal'],
  ['HOPPER,GRACE M', 'hopper,grace', 'hopper'],
  ['Jørgen Sørensen', 'jørgen', 'sørensen jørgen'],
  ['Robert (Bob) Smith', '(bob)', 'robert (bob'],
  ['Łukasz Żak', 'łukasz', 'zak'],
  ['Ann-Marie Groß', 'groß', 'ann marie'],
]
const newQueries = ["o'brien", 'kowalczyk, grace', 'grace hopper', 'jorgen sorensen', 'bob', 'lukasz', 'gross']

let ids: string[]
let deliveryIds: string[]
const keys = () => keysOf(pharmacy.tenant.id)

/** Stores a patient and a delivery as a release before the migration would have stored them. */
async function makeOld(patientId: string, deliveryId: string) {
  const [patient, delivery] = await app.table.getAll([keys().patient(patientId), keys().delivery(deliveryId)])
  if (!patient || !delivery) throw new Error('Nothing is stored there')
  const old = { ...patient, folding: 1 }
  const entry = { ...presentPatient(old), words: previousIndexWords(old) }
  const entriesOf = (stored: typeof old) =>
    patientSearchEntryWrites(keys(), stored, undefined).map(({ key }) => keyAt(patientSearchEntryKind, key.pk, key.sk))
  await app.table.write(...entriesOf(patient).map((key) => remove(key)))
  await app.table.write(
    update(keys().patient(patientId), { remove: ['folding'] }),
    ...entriesOf(old).map((key) => put(key, entry)),
  )
  for (const { effect, ...write } of refoldingWrites(keys(), delivery))
    await app.table.write(
      effect === 'put'
        ? { ...write, effect: 'remove' }
        : { ...write, effect: 'put', item: { delivery_id: deliveryId } },
    )
}

test.beforeEach(async () => {
  await storeSettings(app, pharmacy, { staff_see_all: false })
  ids = []
  deliveryIds = []
  for (const [name] of names) {
    const { id } = await aPatient(app, pharmacy.admin, { name })
    const delivery = await aDelivery(app, pharmacy, { status: 'assigned', patient_id: id })
    ids.push(id)
    deliveryIds.push(delivery.id)
    await makeOld(id, delivery.id)
  }
})

/** Expects that the directory, the search of all and a driver's search find one patient by this query. */
async function expectFound(at: number, q: string) {
  const [directory, all, own] = await Promise.all([
    app.call(patients.searchPatients, { as: pharmacy.admin, query: { q } }),
    app.call(searchAndDay.search, { as: pharmacy.admin, query: { q } }),
    app.call(searchAndDay.search, { as: pharmacy.driver, query: { q } }),
  ])
  const found = [directory.body, all.body.patients].map((list) => list.some(({ id }: { id: string }) => id === ids[at]))
  const isOwn = own.body.deliveries.some(({ id }: { id: string }) => id === deliveryIds[at])
  expect([q, ...found, isOwn]).toEqual([q, true, true, true])
}

const running = () => ({ table: app.table, now: () => app.clock.now })
const everyQuery = () => names.flatMap(([, ...queries], at) => queries.map((q) => [at, q] as const))

/** Calls `before` before each transaction that the migration sends. */
async function watchMigration(name: string, before: (transaction: number) => Promise<void>) {
  let transactions = 0
  app.table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'TransactWriteItemsCommand') await before(++transactions)
        return next(args)
      },
    { step: 'initialize', name: 'watched' },
  )
  try {
    return await runMigration({ ...foldSearchAnew, name }, running())
  } finally {
    app.table.client.middlewareStack.remove('watched')
  }
}

describe('the migration of search entries', () => {
  test('that is killed continues, and every patient is found as before at any moment', {
    tags: ['proof'],
  }, async () => {
    for (const [at, q] of everyQuery()) await expectFound(at, q)
    const search = async (transaction: number) => {
      const [at, q] = everyQuery()[transaction % everyQuery().length] ?? [0, 'margaret']
      await expectFound(at, q)
    }
    const killed = watchMigration('killed', async (transaction) => {
      await search(transaction)
      if (transaction === 5) throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    for (const [at, q] of everyQuery()) await expectFound(at, q)
    await watchMigration('killed', search)
    for (const [at, q] of everyQuery()) await expectFound(at, q)
    for (const [at, q] of newQueries.entries()) await expectFound(at, q)
    expect(await problemsIn(app)).toEqual([])
  })

  test('leaves no entries of what staff edit or delete meanwhile', async () => {
    const [first = '', second = '', third = ''] = ids
    const as = pharmacy.admin
    await watchMigration('busy', async (transaction) => {
      if (transaction !== 2) return
      const renamed = { as, params: { id: first }, body: { name: 'Peg D’Arcy' } }
      expect((await app.call(patients.updatePatient, renamed)).status).toBe(200)
      const taken = { as, params: { id: deliveryIds[1] ?? '' }, body: { pharmacist_id: pharmacy.pharmacist.user.id } }
      expect((await app.call(deliveries.updateDelivery, taken)).status).toBe(200)
      expect((await app.call(deliveries.deleteDelivery, { as, params: { id: deliveryIds[2] ?? '' } })).status).toBe(204)
      expect((await app.call(patients.deletePatient, { as, params: { id: third } })).status).toBe(204)
    })
    expect(second).not.toBe('')
    expect(await problemsIn(app)).toEqual([])
  })

  test('that runs later leaves no entries of what was edited before', async () => {
    const as = pharmacy.admin
    for (const [at, id] of ids.entries()) {
      const params = { id }
      await app.call(patients.updatePatient, { as, params, body: { name: `Peg D’Arcy the ${at}` } })
      await app.call(deliveries.updateDelivery, { as, params: { id: deliveryIds[at] ?? '' }, body: { patient_id: id } })
    }
    await runMigration({ ...foldSearchAnew, name: 'later' }, running())
    expect(await problemsIn(app)).toEqual([])
  })
})
