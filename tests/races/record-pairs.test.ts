import { expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as attempts from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import * as runs from '#shared/api/runs.ts'
import type { RunClosing } from '#shared/model/run.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { aDelivery, aPatient, complete, completionData } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Subjects } from './groups.ts'
import { isAccepted, type Pair, pairsOf, race } from './send-together.ts'

const rounds = howMany({ quick: 1, proof: 4 })

const newDriver = () => app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
const newPatient = async () => (await aPatient(app, pharmacy.admin)).id
const stored = (id: string) => app.table.get(keysOf(pharmacy.tenant.id).delivery(id))

/** Makes a delivery whose driver has signed and handed the record to the pharmacy, and which another driver has since. */
async function aRecord(): Promise<Subjects['record']> {
  const [signer, person, patient, other] = [
    await newDriver(),
    await newDriver(),
    await newPatient(),
    await newPatient(),
  ]
  const options = { status: 'in_progress', patient_id: patient, collect_copay: true } as const
  const { id } = await aDelivery(app, { ...pharmacy, driver: signer }, options)
  const body = { kind: 'completion', refusal: 'This run is closed', completion: completionData } as const
  const { unsent_id } = (await app.call(attempts.reportUnsent, { as: signer, params: { id }, body })).body
  await app.call(deliveries.updateDelivery, {
    as: pharmacy.admin,
    params: { id },
    body: { pharmacist_id: person.user.id },
  })
  return { id, unsent_id, person, signer, patient, other }
}

test.each(pairsOf('record'))(
  '$one.name and $other.name concurrently: the record is decided once, and the delivery completed at most once',
  async (pair) => {
    for (let round = 0; round < rounds; round++) {
      const subject = await aRecord()
      const answers = await race(app, { pair, subject, organisation: pharmacy, round })
      const decisions = answers.filter(
        (answer, i) => isAccepted(answer) && [pair.one, pair.other][i]?.entry.path.includes('{unsent_id}'),
      )
      expect(decisions.length).toBeLessThanOrEqual(1)
      const delivery = await stored(subject.id)
      const waits = delivery?.unsent?.some(({ unsent_id }) => unsent_id === subject.unsent_id)
      const isReplaced = answers.some(({ body }) => body?.unsent_id)
      expect(waits).toBe(decisions.length === 0 && !isReplaced)
      const history = await app.table.queryAll(keysOf(pharmacy.tenant.id).history(subject.id))
      const completions = history.filter(({ new_status }) => new_status === 'delivered')
      expect(new Set(completions.map(({ version }) => version)).size).toBeLessThanOrEqual(1)
      // The delivery belongs to whoever signed for it, unless it was completed by someone else.
      if (decisions.some(({ body }) => body.status === 'delivered'))
        expect(delivery).toMatchObject({ status: 'delivered', pharmacist_id: subject.signer.user.id })
    }
  },
)

const states = ['delivered', 'closed', 'mistaken'] as const

/** Makes a delivered delivery with money. Its run may be handed over, or its completion declared a mistake. */
async function aMistake(state: (typeof states)[number]): Promise<Subjects['mistake']> {
  const [person, patient, other] = [await newDriver(), await newPatient(), await newPatient()]
  const own = { ...pharmacy, driver: person }
  const options = { status: 'in_progress', patient_id: patient, collect_copay: true } as const
  const { id } = await aDelivery(app, own, options)
  await complete(app, person, id, { data: { ...completionData, amount: 10.1, payment_method: 'cash' } })
  const place = { date: utcDate(app.clock.now), user_id: person.user.id }
  if (state === 'closed')
    await app.call(runs.closeRun, { as: person, params: place, body: { counted: { cash: 10.1 }, note: '' } })
  if (state === 'mistaken')
    await app.call(proofs.declareMistake, { as: pharmacy.admin, params: { id }, body: { reason: 'The wrong door' } })
  return { id, ...place, person, patient, other }
}

/** Returns what a closing's sum must be according to the packages that it names. */
function explainedSum({ expected, owing, back, mistakes, extra }: RunClosing) {
  const sum = (parts: RunClosing['owing']) => parts.reduce((total, { amount }) => total + amount, 0)
  return expected - sum(owing) - sum(back) - sum(mistakes) + sum(extra)
}

/** Returns what a closing has collected, with the changes that corrections and mistakes made to it since. */
const collectedSum = ({ collected, adjustment }: RunClosing) =>
  [collected, adjustment].flatMap(Object.values<number>).reduce((total, amount) => total + amount, 0)

async function expectOneStory(pair: Pair<'mistake'>, state: (typeof states)[number], round: number) {
  const subject = await aMistake(state)
  const answers = await race(app, { pair, subject, organisation: pharmacy, round })
  const planned = answers.filter(({ body }) => body?.again_of === subject.id)
  expect(planned.length).toBeLessThanOrEqual(1)
  const delivery = await stored(subject.id)
  expect(delivery?.status).toBe('delivered')
  expect(delivery?.planned_again_as).toBe(planned[0]?.body.id)
  if (planned[0]) expect(await stored(planned[0].body.id)).toMatchObject({ again_of: subject.id, status: 'unassigned' })
  const { date, user_id } = subject
  const { body } = await app.call(runs.readRun, { as: pharmacy.admin, params: { date, user_id } })
  for (const closing of body.closings) expect(explainedSum(closing)).toBeCloseTo(collectedSum(closing))
}

test.each(pairsOf('mistake'))(
  '$one.name and $other.name concurrently: planned again once, and the handover explains its sum',
  async (pair) => {
    for (let round = 0; round < rounds; round++) for (const state of states) await expectOneStory(pair, state, round)
  },
)

test('the table is consistent after all pairs', async () => {
  expect(await problemsIn(app)).toEqual([])
})
