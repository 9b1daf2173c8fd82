import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { readUpdates } from '#shared/api/notices.ts'
import * as runs from '#shared/api/runs.ts'
import { updateSettings } from '#shared/api/settings.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { noticeKinds } from '#shared/model/notices.ts'
import { runOf } from '#tests/support/a-run.ts'
import { aDelivery, aPatient, complete, completionData } from '#tests/support/builders.ts'
import { pass, seconds } from '#tests/support/clock.ts'
import { packagesAt, randomNumbers, runWorker, type SentNotice, watchNotices } from '#tests/support/day-of-doors.ts'
import { type Organisation, openTestApp, type Person, type TestApp } from '#tests/support/test-app.ts'

const eve = '2026-03-09'
const today = '2026-03-10'
const nextDay = '2026-03-11'
const slots = ['09:00-12:00', '12:00-15:00', '15:00-18:00'] as const

let app: TestApp
let pharmacy: Organisation
let other: Person
let sent: SentNotice[]
let people = 0
let send: TestApp['services']['mailer']['send']
beforeAll(async () => {
  app = await openTestApp()
  send = app.services.mailer.send
})
afterAll(() => app.close())
beforeEach(() => beginDay())
afterEach(() => {
  app.services.mailer.send = send
})

/** The morning of the day before, in an organisation of its own. */
async function beginDay() {
  at('08:30', eve)
  pharmacy = await app.createPharmacy()
  other = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles, full_name: 'Otto Other' })
  await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices: 'all' } })
  app.services.mailer.send = send
  sent = watchNotices(app, pharmacy.tenant.id)
}

function at(time: string, day: string) {
  app.clock.now = new Date(`${day}T${time}:00Z`)
}
/** The clock moves on for longer than a session lasts, so people sign in again. */
const as = ({ user }: Person) => app.signIn(user)
const admin = () => as(pharmacy.admin)
const done = ({ status, text }: { status: number; text: string }) => expect([status, text]).toEqual([200, text])
const read = async (id: string): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: await admin(), params: { id } })).body
const edit = async (id: string, body: object) =>
  done(await app.call(deliveries.updateDelivery, { as: await admin(), params: { id }, body }))
const become = async (id: string, status: string) =>
  done(await app.call(deliveries.changeStatus, { as: await admin(), params: { id }, body: { status } }))
const start = async (driver: Person, date = today) => {
  const params = { date, user_id: driver.user.id }
  return app.call(runs.startRun, { as: await as(driver), params, body: { include_not_loaded: true } })
}

const ofRun = async (driver: Person) =>
  runOf(app, { ...pharmacy, admin: await admin() }, { person: await as(driver), date: today })

/** The run's person brings back what failed, and hands over the money that they have counted. */
async function close(driver: Person, ids: readonly string[]) {
  const run = await ofRun(driver)
  for (const id of ids) {
    const { status, delivery_date, pharmacist_id } = await read(id)
    if (status !== 'failed' || delivery_date !== today || pharmacist_id !== driver.user.id) continue
    done(await run.bringBack(id))
  }
  const { cash, check } = (await run.read()).body.collected
  expect(cash).toBeGreaterThan(0)
  done(await run.close({ cash, check }))
}

const confirm = async (driver: Person) => {
  const run = await ofRun(driver)
  const { cash, check } = (await run.read()).body.collected
  const confirmed = await run.confirm({ counted: { cash, check } }, await admin())
  expect([confirmed.status, confirmed.body.state]).toEqual([200, 'confirmed'])
}

async function aDoor(fields: Partial<Delivery>) {
  const now = { ...pharmacy, admin: await admin() }
  people++
  const of = { email: `day${people}@example.com`, address: `${people} Elm Street` }
  const patient = await aPatient(app, now.admin, { ...of, notices: 'default' })
  return aDelivery(app, now, { patient_id: patient.id, status: 'assigned', delivery_date: today, ...fields })
}

const down = () => Promise.reject(Object.assign(new Error(), { name: 'ServiceUnavailable' }))

/** Runs the worker until nothing is due. A killed run keeps its lease, and the next runs wait for it. */
async function tell(stepsOf: () => number | undefined = () => undefined): Promise<number> {
  let kills = 0
  for (let runs = 0; runs < 4; runs++) {
    const steps = stepsOf()
    if (!(await runWorker(app, steps))) continue
    kills++
    pass(app, seconds.minute + 1)
  }
  return kills
}

const twice = (notices: readonly SentNotice[]) => {
  const each = notices.map(({ hash, kind, email }) => `${kind} ${hash} ${email}`)
  return each.filter((one, i) => each.indexOf(one) !== i)
}

/** Plays a day with this many doors and random events. The same seed gives the same day. */
async function playDay(count: number, seed: number) {
  const random = randomNumbers(seed)
  const oneOf = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0]
  const drivers = [pharmacy.driver, other] as const
  const steps = () => (random() < 0.3 ? Math.floor(random() * 12) : undefined)
  let kills = 0
  const work = async () => {
    kills += await tell(steps)
  }

  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const { id, patient_id, email } = await aDoor({ time_range: oneOf(slots), pharmacist_id: oneOf(drivers).user.id })
    ids.push(id)
    if (random() > 0.15) continue
    const now = { ...pharmacy, admin: await admin() }
    const second = {
      patient_id,
      email,
      delivery_date: today,
      status: 'assigned',
      pharmacist_id: other.user.id,
    } as const
    ids.push((await aDelivery(app, now, second)).id)
  }
  await work()
  at('09:00', eve)
  await work()

  // Before the runs start, some deliveries are rescheduled, moved there and back, given to another driver or cancelled.
  for (const id of ids) {
    if (random() > 0.5) continue
    at(`${Math.floor(10 + random() * 9)}:30`, eve)
    const turn = oneOf(['replanned', 'back', 'moved', 'cancelled'] as const)
    if (turn === 'replanned' || turn === 'back') await edit(id, { delivery_date: nextDay })
    if (turn === 'back') {
      await work()
      await edit(id, { delivery_date: today })
    }
    if (turn === 'moved') await edit(id, { pharmacist_id: oneOf(drivers).user.id })
    if (turn === 'cancelled') await become(id, 'cancelled')
    if (random() < 0.5) await work()
  }
  at('08:05', today)
  await work()
  at('09:40', today)
  for (const driver of drivers) await start(driver)
  await work()

  // SES is down from ten to eleven o'clock. The last stops are completed in the evening.
  const handedOver = new Set<string>()
  const out = []
  for (const id of ids) if ((await read(id)).status === 'in_progress') out.push(id)
  for (const [i, id] of out.entries()) {
    const late = i >= out.length * 0.9
    // In the evening no notices are sent, so notices that are still true must have been sent before.
    if (late) {
      at('19:45', today)
      await tell()
    }
    app.clock.now = new Date(
      Date.parse(`${today}T${late ? '20:30' : '10:00'}:00Z`) + (late ? 0 : (i / out.length) * 36e6),
    )
    const watched = app.services.mailer.send
    if (app.clock.now.getUTCHours() === 10) app.services.mailer.send = down
    if (random() < 0.2) await become(id, 'failed')
    else {
      const data = { ...completionData, payment_method: i % 3 ? 'cash' : 'check' }
      expect((await complete(app, await admin(), id, { data })).status).toBe(200)
      if (!late) handedOver.add(id)
    }
    if (random() < 0.7) await work()
    app.services.mailer.send = watched
  }

  // One run is closed in the evening, the other one only after midnight; both are counted again in the morning.
  at('21:15', today)
  await close(pharmacy.driver, ids)
  await work()
  at('00:20', nextDay)
  await close(other, ids)
  await work()
  at('08:05', nextDay)
  await tell()
  for (const driver of drivers) await confirm(driver)
  await tell()
  return { ids, kills, handedOver }
}

async function holdsFor(count: number, seed: number) {
  const { ids, kills, handedOver } = await playDay(count, seed)
  expect(sent.filter(({ untruth }) => untruth !== undefined)).toEqual([])
  expect(twice(sent)).toEqual([])
  expect(kills).toBeGreaterThan(0)
  const hashes = new Set(sent.map(({ hash }) => hash))
  // One by one: hundreds of readings at once would be waited for longer than the SDK waits.
  const kinds = new Set<string>()
  for (const hash of hashes)
    for (const { kind } of (await app.table.get(unscopedKeys.door(hash)))?.notices ?? []) kinds.add(kind)
  expect(noticeKinds.filter((kind) => !kinds.has(kind))).toEqual([])
  const statuses = new Set<string>()
  for (const id of ids) statuses.add((await read(id)).status)
  expect(statuses).toEqual(new Set(['delivered', 'failed', 'cancelled', 'assigned']))
  expect(handedOver.size).toBeGreaterThan(0)
  // No notice is lost: every recipient who got packages during the day got a notice, or has one whose outcome is unknown because of
  // a kill.
  for (const hash of hashes) {
    const packages = await packagesAt(app, hash, pharmacy.tenant.id)
    if (packages.length === 0 || !packages.every(({ id }) => handedOver.has(id))) continue
    const door = await app.table.get(unscopedKeys.door(hash))
    expect(door?.notices.map(({ kind }) => kind)).toContain('delivered')
  }
}

test('a small day with every turn: each door got each message at most once, and none that was untrue then', async () => {
  await holdsFor(14, 42)
}, 120_000)

test('a day of 200 doors with every turn', { tags: ['proof'], timeout: 1_800_000 }, async () => {
  await holdsFor(200, 7)
})

describe('a worker that is killed at any step', () => {
  test('goes on without a double and without a loss: what it may have sent is said to be unknown', async () => {
    let wasKilled = true
    for (let step = 0; wasKilled; step++) {
      await beginDay()
      const [one, two] = [
        await aDoor({ time_range: slots[0], pharmacist_id: pharmacy.driver.user.id }),
        await aDoor({ time_range: slots[1], pharmacist_id: pharmacy.driver.user.id }),
      ]
      at('09:00', eve)
      wasKilled = await runWorker(app, step)
      pass(app, seconds.minute + 1)
      await tell()
      expect(twice(sent), `step ${step}`).toEqual([])
      for (const { id } of [one, two]) {
        const { body } = await app.call(readUpdates, { as: await admin(), params: { id } })
        expect(body.updates).toMatchObject([{ kind: 'planned' }])
        if (!wasKilled) expect(body.updates).toMatchObject([{ state: 'sent' }])
      }
    }
  }, 120_000)
})
