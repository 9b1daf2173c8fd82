import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import * as attempts from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { aDelivery, aPatient, completionData } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person, TestResponse } from '#tests/support/test-app.ts'
import { actionStore } from '../../web/features/deliveries/unsent/action-store.ts'
import { newCompletionValues } from '../../web/features/deliveries/unsent/completion-values.ts'
import type { DoorAction, DoorActionContent } from '../../web/features/deliveries/unsent/door-action.ts'
import { sendActions } from '../../web/features/deliveries/unsent/send-actions.ts'
import { CallError } from '../../web/lib/api/call-error.ts'
import { installDeviceKeys } from '../../web/lib/device/device-keys.ts'

let other: Person
let patient: string
test.beforeAll(async () => {
  installDeviceKeys(async (userId, device) => createHash('sha256').update(`${userId} ${device}`).digest('base64url'))
  other = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
  patient = (await aPatient(app, pharmacy.admin)).id
})

/** What can happen to a request. With `killed`, the server acts, but the phone is switched off before it has noted the response. */
const fates = ['answered', 'lost on the way', 'answer lost', 'server away', 'killed'] as const
type Fate = (typeof fates)[number]

class Killed extends Error {}

type Kind = DoorActionContent['kind']

const workOf = (kind: Kind, at: string | null = null): DoorActionContent => {
  if (kind === 'completion')
    return {
      kind,
      data: { ...completionData, signature_timestamp: at },
      photo: null,
      entered: { values: newCompletionValues(), strokes: [], signedAt: '' },
    }
  return kind === 'attempt'
    ? { kind, body: { reason: 'no_answer', captured_at: at } }
    : { kind, body: { captured_at: at } }
}

const callOf = {
  completion: deliveries.completeDelivery,
  attempt: attempts.recordAttempt,
  return: attempts.returnPackage,
}

/**
 * Makes a phone whose requests meet the fates in `left`, one each. Once these are used up, all requests succeed. The phone sends for
 * so many deliveries at once.
 */
function phoneOf(person: Person, left: Fate[], deliveriesAtOnce = 1) {
  const ask = ({ key, deliveryId: id, version, work }: DoorAction) => {
    const headers = { 'idempotency-key': key, ...(version !== undefined && { 'if-match': String(version) }) }
    const body = work.kind === 'completion' ? work.data : work.body
    return app.call(callOf[work.kind], { as: person, params: { id }, body, headers })
  }
  const deliveryIn = ({ status, body }: TestResponse): Delivery => {
    if (status === 200) return body
    throw new CallError({ status, detail: JSON.stringify(body.detail) })
  }
  let hoursOff = 0
  const phoneTime = () => new Date(app.clock.now.getTime() + hoursOff * 3_600_000).toISOString()
  async function post(action: DoorAction): Promise<Delivery> {
    const fate = left.shift() ?? 'answered'
    if (fate === 'lost on the way') throw new CallError({ status: 0, detail: '' })
    if (fate === 'server away') throw new CallError({ status: 503, detail: '' })
    const answer = await ask(action)
    if (fate === 'answer lost') throw new CallError({ status: 0, detail: '' })
    if (fate === 'killed') throw new Killed()
    return deliveryIn(answer)
  }
  return {
    /** Sets the phone's clock forward or back by some hours. */
    setClock: (hours: number) => {
      hoursOff += hours
    },
    keep: (delivery: Delivery, kind: Kind) =>
      actionStore.keep([
        {
          key: crypto.randomUUID(),
          userId: person.user.id,
          deliveryId: delivery.id,
          patientName: '',
          version: delivery.version,
          pressedAt: phoneTime(),
          work: workOf(kind, phoneTime()),
        },
      ]),
    /** Sends from so many pages at the same time. A phone that is killed while it sends is switched on again afterwards. */
    async send(pages = 1) {
      let isKilled = false
      const sendFromPage = async () => {
        const waiting = await actionStore.of(person.user.id)
        await sendActions(
          waiting,
          (action) =>
            post(action).catch((error: unknown) => {
              if (error instanceof Killed) isKilled = true
              throw error instanceof Killed ? new CallError({ status: 0, detail: '' }) : error
            }),
          async (outcome) => {
            if (isKilled) return
            if (outcome.state === 'sent') await actionStore.settle(outcome.action, outcome.delivery.version)
            if (outcome.state === 'refused') throw outcome.error
          },
          deliveriesAtOnce,
        )
      }
      await Promise.all(Array.from({ length: pages }, sendFromPage))
    },
  }
}

/**
 * The actions that are possible next with a package, by the last action that was done with it on the phone. The empty text stands for no
 * action yet.
 */
const next: Readonly<Record<string, readonly Kind[]>> = {
  '': ['completion', 'attempt'],
  completion: [],
  attempt: ['return'],
  return: [],
}

const step = fc.record({
  ...{ package: fc.nat(3), choice: fc.nat(1), isTwice: fc.boolean() },
  /** How many pages of the phone send after the step. The service worker wakes all of them at once. */
  pages: fc.constantFrom(0, 1, 2),
  /** By how many hours the phone's clock is set forward or back before the step. */
  hours: fc.constantFrom(0, 0, 0, 5, -5, 30, -30),
})

const runs = howMany({ quick: 2, proof: 120 })

test('actions on the phone are recorded exactly once, whatever the network and the clock do, also with three deliveries at once', {
  timeout: 5_000 * runs + 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 12 }),
      fc.array(fc.constantFrom(...fates), { maxLength: 14 }),
      fc.constantFrom(1, 3),
      async (steps, network, deliveriesAtOnce) => {
        const make = () => aDelivery(app, pharmacy, { status: 'in_progress', patient_id: patient })
        const packages = await Promise.all([make(), make(), make(), make()])
        const untouched = await aDelivery(app, { ...pharmacy, driver: other }, { status: 'in_progress' })
        const phone = phoneOf(pharmacy.driver, [...network], deliveriesAtOnce)
        const done = packages.map((): Kind[] => [])
        for (const { package: i, choice, isTwice, pages, hours } of steps) {
          phone.setClock(hours)
          const [actions, delivery] = [done[i], packages[i]]
          const kind = next[actions?.at(-1) ?? '']?.at(choice % 2 === 0 ? 0 : -1)
          if (actions && delivery && kind) {
            // The next action follows the last one that was done on the phone, because the screen already shows that one, even if it
            // has not been sent.
            await phone.keep(delivery, kind)
            if (isTwice) await phone.keep(delivery, kind)
            actions.push(kind)
          }
          if (pages > 0) {
            await phone.send(pages)
            // After sending, the screen shows the delivery as the server last answered it.
            for (const [at, { id }] of packages.entries()) packages[at] = await read(id)
          }
        }
        for (let round = 0; round <= network.length + 1; round++) await phone.send()
        expect(await actionStore.of(pharmacy.driver.user.id)).toEqual([])
        for (const [i, { id }] of packages.entries()) expect(await actionsOf(id)).toEqual(done[i])
        expect(await actionsOf(untouched.id)).toEqual([])
      },
    ),
    { numRuns: runs },
  )
})

const read = async (id: string): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body

/** Returns the actions that the record of a delivery contains, in order. */
async function actionsOf(id: string): Promise<Kind[]> {
  const history: { new_status: string }[] = (
    await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })
  ).body
  const { returned_at } = await read(id)
  const ends = history
    .toReversed()
    .flatMap(({ new_status }): Kind[] =>
      new_status === 'delivered' ? ['completion'] : new_status === 'failed' ? ['attempt'] : [],
    )
  return [...ends, ...(returned_at ? (['return'] as const) : [])]
}

test('another user of the same phone neither sees nor sends queued actions', async () => {
  const delivery = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id: patient })
  await phoneOf(pharmacy.driver, []).keep(delivery, 'completion')
  expect(await actionStore.of(other.user.id)).toEqual([])
  await phoneOf(other, []).send()
  expect((await read(delivery.id)).status).toBe('in_progress')
  await phoneOf(pharmacy.driver, []).send()
  expect(await read(delivery.id)).toMatchObject({ status: 'delivered', pharmacist_id: pharmacy.driver.user.id })
})

test('without storage space nothing is half stored, and the caller gets an error', async () => {
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const delivery = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id: patient })
  expect(await phoneOf(pharmacy.driver, []).keep(delivery, 'completion')).toBeUndefined()
  indexedDB.open = open
  expect(await actionStore.of(pharmacy.driver.user.id)).toEqual([])
})

test('several deliveries are sent at once, the actions on each in their order, and none after the network is gone', async () => {
  const anAction = (deliveryId: string, key: string): DoorAction => ({
    ...{ key, userId: 'driver', deliveryId, patientName: '', version: 1, pressedAt: '' },
    work: workOf('attempt'),
  })
  const actions = [
    anAction('a', 'a1'),
    anAction('b', 'b1'),
    anAction('a', 'a2'),
    anAction('c', 'c1'),
    anAction('d', 'd1'),
  ]
  const delivery = await aDelivery(app, pharmacy)
  const begun: string[] = []
  const answers = new Map<string, PromiseWithResolvers<Delivery>>()
  const sending = sendActions(
    actions,
    ({ key }) => {
      begun.push(key)
      const answer = Promise.withResolvers<Delivery>()
      answers.set(key, answer)
      return answer.promise
    },
    undefined,
    2,
  )
  await vi.waitFor(() => expect(begun).toEqual(['a1', 'b1']))
  answers.get('a1')?.resolve({ ...delivery, version: 2 })
  await vi.waitFor(() => expect(begun).toEqual(['a1', 'b1', 'a2']))
  answers.get('b1')?.reject(new CallError({ status: 0, detail: 'no network' }))
  answers.get('a2')?.resolve({ ...delivery, version: 3 })
  const outcomes = await sending
  expect(outcomes.map(({ action, state }) => `${action.key} ${state}`)).toEqual([
    'a1 sent',
    'b1 waiting',
    'a2 sent',
    'c1 waiting',
    'd1 waiting',
  ])
  expect(outcomes[2]?.action.version).toBe(2)
  expect(begun).toHaveLength(3)
})
