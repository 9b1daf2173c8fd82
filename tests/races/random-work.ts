import { randomUUID } from 'node:crypto'
import { createSeededRandom } from '#infra/local/demo/day-plan.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as users from '#shared/api/users.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { complete, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { type FaultInjection, faultKinds } from '#tests/support/fault-injection.ts'
import type { Organisation, TestApp, TestResponse } from '#tests/support/test-app.ts'
import type { Ledger } from './ledger.ts'

export interface World {
  app: TestApp
  faultInjection: FaultInjection
  ours: Organisation
  /** Another organisation, whose people must neither see nor change anything of ours. */
  others: Organisation
  ledger: Ledger
}

/** For one request in this many on average, a fault is planned. It does not happen if the request makes too few calls of AWS. */
const faultEvery = 6

/** Workers use only this many of the newest patients, deliveries and users, so that they often change the same one. */
const hot = 12

/**
 * The statuses that a response may have. A request may succeed, come too late, name the wrong thing, or meet a busy table or a
 * process that dies.
 */
const usual = [200, 201, 204, 404, 409, 422, 502, 503]

/** Returns whether the table was busy (503) or the process died (502). */
const isUnanswered = ({ status }: TestResponse) => status === 502 || status === 503

const unheard: TestResponse = { status: 502, headers: new Headers(), text: '', body: undefined }

/**
 * Returns `unheard` in place of the response if the connection to the gateway breaks, as it may for any caller. The outcome of the
 * call is then unknown.
 */
const heard = (sent: Promise<TestResponse>): Promise<TestResponse> =>
  sent.catch((error: unknown) => {
    if (error instanceof TypeError && error.message === 'fetch failed') return unheard
    throw error
  })

type Send = (headers: Record<string, string>) => Promise<TestResponse>

/** Makes the first patients and deliveries for the workers. */
export async function createFirstThings({ app, ours: { admin, driver }, ledger }: World): Promise<void> {
  for (let i = 0; i < hot; i++) {
    const body = { ...patientBody, name: `Pat ${i}` }
    const patient = await app.call(patients.createPatient, { as: admin, body })
    ledger.note('patients', patient.body.id, { answer: patient, unsure: 0 })
    const fields = { pharmacist_id: i % 2 === 0 ? driver.user.id : null }
    const answer = await app.call(deliveries.createDelivery, {
      as: admin,
      body: deliveryBody(app, patient.body.id, fields),
    })
    ledger.note('deliveries', answer.body.id, { answer, unsure: 0 })
  }
}

/** Does `count` random things one after the other. Calls that get no answer are repeated. */
export async function doRandomWork(world: World, seed: number, count: number): Promise<void> {
  const tools = toolsOf(world, seed)
  const tasks = [patientTasks, deliveryTasks, peopleTasks, strangersTasks].flatMap((of) => of(world, tools))
  for (let i = 0; i < count; i++) await tools.pick(tasks)?.()
}

type Tools = ReturnType<typeof toolsOf>
type Task = () => Promise<void>

function toolsOf({ app, faultInjection, ours, ledger }: World, seed: number) {
  // The seed is multiplied by a large number, because similar seeds would begin with almost the same random number.
  const random = createSeededRandom(Math.imul(seed, 2_654_435_761) >>> 0)
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)]
  const aDelivery = () => pick([...ledger.deliveries.keys()].slice(-hot)) ?? randomUUID()
  const aPatient = () => pick([...ledger.patients.keys()].slice(-hot)) ?? randomUUID()
  const aDriver = () => pick([ours.driver, ours.pharmacist, ours.admin])?.user.id ?? null
  const aWord = () => `${seed}-${Math.floor(random() * 1e9)}`

  /**
   * Sends a request, perhaps with a fault, and repeats it up to four times while `isUnanswered`. Returns the last response, and how
   * many attempts may or may not have taken effect.
   */
  async function insist(send: Send) {
    const kind = random() * faultEvery < 1 ? pick(faultKinds) : undefined
    const at = 1 + Math.floor(random() * 7)
    let { answer } = await faultInjection.strike(
      (call) => (call === at ? kind : undefined),
      (headers) => heard(send(headers)),
    )
    let unsure = 0
    for (; isUnanswered(answer) && unsure < 4; unsure++) answer = await heard(send({}))
    if (!usual.includes(answer.status)) ledger.problems.push(`answered ${answer.status} ${answer.text}`)
    return { answer, unsure: unsure + Number(isUnanswered(answer)) }
  }
  const keyed = (send: Send): Send => {
    const key = { 'idempotency-key': randomUUID() }
    return (headers) => send({ ...headers, ...key })
  }
  const edit = (body: object) => {
    const id = aDelivery()
    return {
      id,
      send: (headers: Record<string, string>) =>
        app.call(deliveries.updateDelivery, { as: ours.admin, params: { id }, body, headers }),
    }
  }
  const changed = async ({ id, send }: { id: string; send: Send }) => ledger.note('deliveries', id, await insist(send))
  return { random, pick, aDelivery, aPatient, aDriver, aWord, insist, keyed, edit, changed }
}

function patientTasks({ app, ours: { admin }, ledger }: World, { aWord, aPatient, insist, keyed }: Tools): Task[] {
  return [
    async () => {
      const body = { ...patientBody, name: `Pat ${aWord()}` }
      const outcome = await insist(keyed((headers) => app.call(patients.createPatient, { as: admin, body, headers })))
      ledger.note('patients', outcome.answer.body?.id, outcome)
    },
    async () => {
      const id = aPatient()
      const sending = { as: admin, params: { id }, body: { ...patientBody, name: `Pat ${aWord()}` } }
      ledger.note('patients', id, await insist((headers) => app.call(patients.updatePatient, { ...sending, headers })))
    },
    async () => {
      const id = aPatient()
      const send: Send = (headers) => app.call(patients.deletePatient, { as: admin, params: { id }, headers })
      ledger.note('patients', id, await insist(send), true)
    },
  ]
}

function deliveryTasks({ app, ours, ledger }: World, tools: Tools): Task[] {
  const { random, pick, aDelivery, aPatient, aDriver, aWord, insist, keyed, edit, changed } = tools
  const { admin, driver, pharmacist } = ours
  return [
    ...Array.from({ length: 3 }, () => async () => {
      const fields = { pharmacist_id: random() < 0.7 ? aDriver() : null, delivery_notes: aWord() }
      const body = deliveryBody(app, aPatient(), fields)
      const outcome = await insist(
        keyed((headers) => app.call(deliveries.createDelivery, { as: admin, body, headers })),
      )
      ledger.note('deliveries', outcome.answer.body?.id, outcome)
    }),
    () => changed(edit({ delivery_notes: aWord() })),
    () => changed(edit({ patient_id: aPatient() })),
    () => changed(edit({ pharmacist_id: aDriver() })),
    () => changed(edit({ pharmacist_id: null })),
    ...Array.from({ length: 5 }, () => () => {
      const id = aDelivery()
      const body = { status: random() < 0.4 ? 'in_progress' : pick(deliveryStatuses) }
      const send: Send = (headers) =>
        app.call(deliveries.changeStatus, { as: pharmacist, params: { id }, body, headers })
      return changed({ id, send })
    }),
    ...Array.from({ length: 2 }, () => () => {
      const id = aDelivery()
      return changed({ id, send: keyed((headers) => complete(app, driver, id, { headers })) })
    }),
    async () => {
      const id = aDelivery()
      const send: Send = (headers) => app.call(deliveries.deleteDelivery, { as: admin, params: { id }, headers })
      ledger.note('deliveries', id, await insist(send), true)
    },
  ]
}

function peopleTasks({ app, ours: { admin, driver }, ledger }: World, tools: Tools): Task[] {
  const { random, pick, aWord, insist, edit, changed } = tools
  return [
    async () => {
      const email = `${aWord()}@example.com`
      const rights = { roles: driver.user.roles, is_tenant_admin: random() < 0.3 }
      // No invitation is sent, because a new organisation may send only twenty a day.
      const body = { full_name: 'Nora New', email, ...rights, send_invitation: false }
      const { answer } = await insist((headers) => app.call(users.createUser, { as: admin, body, headers }))
      if (answer.status === 201) ledger.users.push(answer.body.id)
    },
    async () => {
      const id = pick(ledger.users.slice(-hot)) ?? randomUUID()
      const body = pick([{ is_active: false }, { is_active: true }, { roles: [] }, { roles: driver.user.roles }])
      await insist((headers) => app.call(users.updateUser, { as: admin, params: { id }, body, headers }))
    },
    async () => {
      const id = pick(ledger.users.slice(-hot)) ?? randomUUID()
      await changed(edit({ pharmacist_id: id }))
      if (random() < 0.3) await insist((headers) => app.call(users.deleteUser, { as: admin, params: { id }, headers }))
    },
  ]
}

function strangersTasks({ app, others, ledger }: World, { pick, aDelivery, insist }: Tools): Task[] {
  return [
    async () => {
      const entry = pick([deliveries.readDelivery, deliveries.deleteDelivery, deliveries.readPrintData])
      if (!entry) return
      const { answer } = await insist((headers) =>
        app.call(entry, { as: others.admin, params: { id: aDelivery() }, headers }),
      )
      if (answer.status !== 404 && !isUnanswered(answer))
        ledger.problems.push(`a stranger was answered ${answer.status} by ${entry.path}`)
    },
  ]
}
