import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServices } from '#functions/http/services.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { startRun } from '#shared/api/runs.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { type ChooseFault, type FaultKind, faultKinds, openFaultInjection } from '#tests/support/fault-injection.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { howMany } from '#tests/support/how-many.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { everyScenario, type Scenario } from './scenarios.ts'

/**
 * What a process reads once for all of its requests: the table in use, the secret, and the keys that seal. A function has one request
 * at a time, but here several wait for the same answer, so a fault of one would strike the others. `outages.test.ts` and
 * `table-in-use.test.ts` make these fail.
 */
const readOnce = new Set(['GetParameter', 'GetSecretValue', 'GetPublicKey', 'DescribeKey'])

const faultInjection = openFaultInjection({ spared: readOnce })
let app: TestApp
/**
 * One workplace for each of the cases that run in parallel. Each has an organisation of its own, because simultaneous changes to
 * one organisation could be refused on account of each other.
 */
let workplaces: Workplace[]
beforeAll(async () => {
  app = await openTestApp({ around: faultInjection.around })
  app.services.google = testGoogleTokenReader
  workplaces = await Promise.all(Array.from({ length: lanes }, () => openWorkplace(app)))
})
afterAll(async () => {
  await app.close()
  faultInjection.close()
})

const scenarios = everyScenario().map((scenario, place, all) => ({
  ...scenario,
  place,
  isFirst: all.findIndex(({ entry }) => entry === scenario.entry) === place,
}))

interface Case extends Scenario {
  call: number
  kind: FaultKind
}

let struck = 0
/**
 * Makes a new client for the table every tenth time. After some faults the SDK's client stops retrying, and a new client keeps
 * cases from affecting one another.
 */
const refreshClient = () => {
  if (struck++ % 10 === 0) app.services.table = openServices(process.env).table
}

/**
 * Makes a call in which one operation on AWS fails. The response must be the success, or, if every attempt fails, the specified 503
 * with a time to retry, or 502 if the process dies. After a repeat of the call at the latest, the change must be made exactly once.
 * Returns the number of operations that the call made.
 */
async function expectWholeOrNothing({ name, entry: { success }, ready, call, kind }: Case, at: Workplace) {
  const { send, done, repeated } = await ready(at)
  refreshClient()
  const { answer, operations } = await faultInjection.strike((number) => (number === call ? kind : undefined), send)
  const what = `${name}, ${kind} at ${call} of ${operations}: ${answer.status} ${answer.text}`
  const failures = kind.startsWith('dies') ? [502] : kind.endsWith('Once') ? [] : [503]
  expect([success, ...failures], what).toContain(answer.status)
  if (answer.status === 503) {
    expect(answer.text).toBe('{"detail":"The service is busy right now. Please try again in a moment."}')
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  const times = await done?.()
  expect(answer.status === success ? [1, undefined] : [0, 1, undefined], what).toContain(times)
  const again = await send()
  const then = `${what}; then ${again.status} ${again.text}`
  expect(times === 0 ? [success] : [repeated, success], then).toContain(again.status)
  expect([1, undefined], then).toContain(await done?.())
  return operations.length
}

/** The number of cases that run in parallel, to save time: most of a case is waiting for the SDK's next attempt. */
const lanes = howMany({ quick: 1, proof: 8 })

function firstWorkplace(): Workplace {
  const [first] = workplaces
  if (!first) throw new Error('There is no workplace')
  return first
}

describe('each call is carried out completely or not at all if any of its AWS calls fails:', () => {
  // Without the proof, one case for each call: the first way in which it succeeds, with one fault.
  test.each(scenarios.filter(({ isFirst }) => isFirst || process.env.PROOF))(
    '$name',
    async ({ place, ...scenario }) => {
      if (!process.env.PROOF) return await expectWholeAtOneCall(scenario, place)
      const calm = await scenario.ready(firstWorkplace())
      refreshClient()
      const { answer, operations } = await faultInjection.strike(() => undefined, calm.send)
      expect(answer).toMatchObject({ status: scenario.entry.success })
      const cases = operations.flatMap((_, i) => faultKinds.map((kind) => ({ ...scenario, call: i + 1, kind })))
      await inLanes(cases, expectWholeOrNothing)
    },
  )
})

/** Lets a fault strike one of the first four calls of AWS, or the last one if there are fewer. */
async function expectWholeAtOneCall(scenario: Scenario, place: number) {
  const kind = faultKinds[place % faultKinds.length] ?? 'fails'
  const call = 1 + (place % 4)
  const made = await expectWholeOrNothing({ ...scenario, call, kind }, firstWorkplace())
  if (made < call) await expectWholeOrNothing({ ...scenario, call: made, kind }, firstWorkplace())
}

async function inLanes<T>(all: readonly T[], run: (one: T, at: Workplace) => Promise<unknown>) {
  const left = [...all]
  const lane = async (at: Workplace) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next, at)
  }
  // Wait for all lanes, even if one has failed, because the next test uses the same organisations.
  const lanesEnded = await Promise.allSettled(workplaces.map(lane))
  for (const ended of lanesEnded) if (ended.status === 'rejected') throw ended.reason
}

describe('a write whose response is lost, while other writes precede its retry,', () => {
  const lost = (operation: string, meanwhile: () => Promise<unknown>): ChooseFault => {
    let isLost = false
    return (_, called) => {
      if (isLost || called !== operation) return undefined
      isLost = true
      return { meanwhile }
    }
  }

  test('is applied exactly once and reported so, despite later writes', async () => {
    const pharmacy = await app.createPharmacy()
    const { id } = await aDelivery(app, pharmacy)
    const edit = (delivery_notes: string, headers = {}) =>
      app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: { delivery_notes }, headers })
    const others = async () => {
      for (const notes of ['two', 'three', 'four']) await edit(notes)
    }
    const { answer } = await faultInjection.strike(lost('TransactWriteItems', others), (headers) =>
      edit('one', headers),
    )
    expect(answer).toMatchObject({ status: 200, body: { version: 2, delivery_notes: 'one' } })
    const stored = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
    expect(stored.body).toMatchObject({ version: 5, delivery_notes: 'four' })
  })
})

test.each([
  ['a recovery code whose use was stored is accepted', 'confirmIdentity'],
  ['a sign-up that was stored is answered as stored', 'register'],
])('%s, whichever AWS response is lost on the way', async (_, call) => {
  const scenario = everyScenario().find(({ name }) => name === call)
  if (!scenario) throw new Error('There is no such call')
  const at = firstWorkplace()
  const { operations } = await faultInjection.strike(() => undefined, (await scenario.ready(at)).send)
  for (const i of operations.keys())
    await expectWholeOrNothing({ ...scenario, call: i + 1, kind: 'answerLostOnce' }, at)
})

describe('a run with more packages than one transaction starts', () => {
  const kinds = faultKinds.slice(0, howMany({ quick: 1, proof: faultKinds.length }))
  const cases = [1, 2].flatMap((transaction) => kinds.map((kind) => ({ transaction, kind })))

  test.each(cases)(
    'names those that wait if its transaction $transaction meets $kind, and starts each once',
    async ({ transaction, kind }) => {
      const at = firstWorkplace()
      const driver = await at.aPerson({ roles: at.driver.user.roles })
      const { time_zone = 'UTC' } = (await app.table.get(at.keys.tenant)) ?? {}
      const date = dayIn(time_zone, app.clock.now)
      const expected = { status: 'assigned', delivery_date: date, patient_id: await at.standing('Patient') } as const
      const packages = await Promise.all(Array.from({ length: 25 }, () => aDelivery(app, { ...at, driver }, expected)))
      const params = { date, user_id: driver.user.id }
      const key = { 'idempotency-key': randomUUID() }
      const send = (headers = {}) =>
        app.call(startRun, {
          as: at.caller,
          params,
          body: { include_not_loaded: true },
          headers: { ...key, ...headers },
        })
      refreshClient()
      let transactions = 0
      const { answer } = await faultInjection.strike(
        (_, operation) => (operation === 'TransactWriteItems' && ++transactions === transaction ? kind : undefined),
        send,
      )
      const isOver = kind.endsWith('Once')
      expect(answer.status).toBe(kind.startsWith('dies') ? 502 : isOver || transaction === 2 ? 200 : 503)
      if (answer.status === 200) expect(answer.body.not_started?.length).toBe(isOver ? undefined : 1)
      const again = await send()
      expect([again.status, again.body.not_started]).toEqual([200, undefined])
      const starts = await Promise.all(
        packages.map(async ({ id }) => {
          const { body } = await app.call(deliveries.readStatusHistory, { as: at.admin, params: { id } })
          return body.filter(({ new_status }: { new_status: string }) => new_status === 'in_progress').length
        }),
      )
      expect(starts).toEqual(packages.map(() => 1))
    },
  )
})

test('in the end, no change is half applied', async () => {
  expect(await problemsIn(app)).toEqual([])
})
