import fc from 'fast-check'
import { expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import * as runs from '#shared/api/runs.ts'
import type { MoneyByMethod } from '#shared/model/payment.ts'
import type { Run } from '#shared/model/run.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { toCents } from '#shared/rules/money.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf } from '#tests/support/run-calls.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'

let patient_id: string
test.beforeAll(async () => {
  const { add } = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: utcDate(app.clock.now) })
  patient_id = (await add({ status: 'delivered' })).patient_id
})

const methods = ['cash', 'check', 'card', 'prepaid', undefined] as const
type Method = (typeof methods)[number]

const steps = [
  'add',
  'load',
  'unload',
  'start',
  'complete',
  'attempt',
  'bring back',
  'try anew',
  'give away',
  'close',
  'confirm',
  'reopen',
  'correct',
] as const
interface Step {
  what: (typeof steps)[number]
  /** The index of the package that the step is about, modulo the number of packages. */
  which: number
  cents: number
  method: Method
}
const aStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...steps, 'add', 'start', 'start', 'complete', 'complete'),
  which: fc.nat(5),
  cents: fc.nat(5000),
  method: fc.constantFrom(...methods),
})

/** The notes of a person with a pencil: which packages are out, delivered or back, and what was paid for each. */
class Pencil {
  readonly ids: string[] = []
  readonly out = new Set<string>()
  readonly paid = new Map<string, { cents: number; method: keyof MoneyByMethod }>()
  delivered = new Set<string>()
  back = new Set<string>()
}

async function take({ what, which, cents, method }: Step, run: RunCalls, pencil: Pencil): Promise<void> {
  const id = pencil.ids[which % Math.max(1, pencil.ids.length)] ?? ''
  const paying = { amount: cents / 100, ...(method && { payment_method: method }) }
  const paid = { cents, method: method ?? (cents === 0 ? ('none' as const) : ('unspecified' as const)) }
  const edit = (body: object) => app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body })
  switch (what) {
    case 'add':
      if (pencil.ids.length < 6) pencil.ids.push((await run.add({ patient_id })).id)
      return
    case 'load':
      await run.load(id)
      return
    case 'unload':
      await run.call(runs.unloadPackage, { delivery_id: id })
      return
    case 'start': {
      const { status, body } = await run.start({ include_not_loaded: which % 2 === 0 })
      if (status !== 200) return
      for (const one of body.deliveries) if (one.status === 'in_progress') isOutNow(pencil, one.id)
      return
    }
    case 'complete':
      if ((await run.complete(id, paying)).status !== 200) return
      pencil.out.delete(id)
      // A driver who completes a package that was given away takes it over again.
      pencil.back.delete(id)
      pencil.delivered.add(id)
      pencil.paid.set(id, paid)
      return
    case 'attempt':
      // A driver who fails a package that was given away takes it over again as well.
      if ((await run.attempt(id)).status === 200) isOutNow(pencil, id)
      return
    case 'bring back':
      if ((await run.bringBack(id)).status === 200) isBackNow(pencil, id)
      return
    case 'try anew':
      if ((await edit({ delivery_date: run.params.date })).status === 200) isBackNow(pencil, id)
      return
    case 'give away':
      if ((await edit({ pharmacist_id: pharmacy.pharmacist.user.id })).status === 200) isBackNow(pencil, id)
      return
    case 'close':
      if ((await run.close()).status === 200) {
        pencil.delivered = new Set()
        pencil.back = new Set()
      }
      return
    case 'confirm':
      await run.confirm({ reason: 'Counted' })
      return
    case 'reopen': {
      const { body } = await run.read()
      if (body.state !== 'closed') return
      await run.reopen()
      return
    }
    case 'correct':
      await correct(id, { cents, method }, pencil)
  }
}

function isOutNow({ out, back }: Pencil, id: string) {
  out.add(id)
  back.delete(id)
}

function isBackNow({ out, back }: Pencil, id: string) {
  if (out.delete(id)) back.add(id)
}

/** Corrects the amount and, if `method` is set, the payment method of a delivery, as a person who manages deliveries. */
async function correct(id: string, { cents, method }: Pick<Step, 'cents' | 'method'>, { paid }: Pencil) {
  const noted = paid.get(id)
  if (!noted) return
  const made = async (field: string, value: string | number) =>
    (
      await app.call(proofs.correctDelivery, {
        as: pharmacy.admin,
        params: { id },
        body: { field, value, reason: 'Noted wrongly' },
      })
    ).status === 201
  if (await made('amount', cents / 100)) noted.cents = cents
  if (method && (await made('payment_method', method))) noted.method = method
}

const sumOf = (parts: readonly MoneyByMethod[], method: keyof MoneyByMethod) =>
  parts.reduce((sum, part) => sum + toCents(part[method]), 0)

function expectToAddUp({ closings, to_close, collected, deliveries: packages }: Run, pencil: Pencil) {
  const stillOut = packages.filter(
    ({ status, returned_at }) => status === 'in_progress' || (status === 'failed' && returned_at === null),
  )
  expect(new Set(stillOut.map(({ id }) => id))).toEqual(pencil.out)
  const parts = [to_close.collected, ...closings.flatMap((closing) => [closing.collected, closing.adjustment])]
  for (const method of ['cash', 'check', 'card', 'prepaid', 'none', 'unspecified'] as const) {
    const noted = [...pencil.paid.values()].filter((paid) => paid.method === method)
    const cents = noted.reduce((sum, paid) => sum + paid.cents, 0)
    expect([method, toCents(collected[method]), sumOf(parts, method)]).toEqual([method, cents, cents])
  }
}

test('in any history, packages out are delivered, returned or still out, and the money adds up', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 12, maxLength: 30 }), async (plan) => {
      const person = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
      const run = runCallsOf(app, pharmacy, { person, date: utcDate(app.clock.now) })
      const pencil = new Pencil()
      let hasReopened = false
      for (const step of plan) {
        await take(step, run, pencil)
        hasReopened ||= step.what === 'reopen'
        const { body }: { body: Run } = await run.read()
        expectToAddUp(body, pencil)
        // After a reopen, the figures also count the packages of the reopened close, which the pencil no longer has.
        if (hasReopened) continue
        const { deliveries: wentOut, delivered } = body.to_close
        expect(delivered).toBe(pencil.delivered.size)
        expect(wentOut).toBe(delivered + pencil.back.size + pencil.out.size)
      }
    }),
    { numRuns: howMany({ quick: 3, proof: 300 }), seed: Number(process.env.SEED ?? 23), endOnFailure: true },
  )
  expect(await problemsIn(app)).toEqual([])
})
