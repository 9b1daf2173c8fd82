import { describe, expect } from 'vitest'
import { mailPartitions } from '#functions/data/entities/mail.ts'
import type { StoredTenant } from '#functions/data/entities/tenant.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put, remove, update } from '#functions/data/writes.ts'
import { openServices } from '#functions/http/services.ts'
import { readDueInTurns } from '#functions/mail/due-in-turns.ts'
import { letterWrite } from '#functions/mail/outbox.ts'
import { recordFeedback } from '#functions/mail/record-feedback.ts'
import { setDayLimit, verifyOrganisation } from '#functions/organisations/verify-organisation.ts'
import { usageDayOf } from '#functions/security/day-quotas.ts'
import { hashOfDoorToken } from '#functions/security/door-tokens.ts'
import { changeOrganisation } from '#infra/operator/change-organisation.ts'
import { reportUnsent } from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { importDeliveries } from '#shared/api/imports.ts'
import { startExport } from '#shared/api/organisation-exports.ts'
import { createPatient } from '#shared/api/patients.ts'
import { readProof } from '#shared/api/proofs.ts'
import { readUpdates } from '#shared/api/recipient-updates.ts'
import { askForVerification, readSettings, updateSettings } from '#shared/api/settings.ts'
import * as tracking from '#shared/api/tracking.ts'
import * as users from '#shared/api/users.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { SentNotice } from '#shared/model/notices.ts'
import { addDays } from '#shared/rules/dates.ts'
import { isStateNumber } from '#shared/rules/state-area-codes.ts'
import { countWriteUnits } from '#tests/bench/count-write-units.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient, completionData, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { seconds } from '#tests/support/clock.ts'
import { howMany } from '#tests/support/how-many.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

const today = '2026-03-10'
let people = 0
test.beforeEach(async () => {
  app.clock.now = new Date(`${today}T08:30:00Z`)
  await choose(pharmacy)
})

const adminOf = ({ admin }: Organisation) => app.signIn(admin.user)
const choose = async (of: Organisation) =>
  app.call(updateSettings, { as: await adminOf(of), body: { recipient_notices: 'all' } })
const tenantOf = async ({ tenant }: Organisation): Promise<StoredTenant> =>
  (await app.table.get(keysOf(tenant.id).tenant)) ?? tenant
/** What an operator's command works with. */
const operator = () => ({ ...app.services, table: app.table })
const unverify = async (of: Organisation) => verifyOrganisation(operator(), await tenantOf(of), false)
const usage = async (of: Organisation) => app.table.get(usageDayOf(await tenantOf(of), app.clock.now).key)

/** Plans a delivery for a new patient with an address of their own. */
async function planned(of = pharmacy, fields: object = {}): Promise<Delivery> {
  const own = { email: `stranger${++people}@example.com`, address: `${people} Elm Street` }
  const now = { ...of, admin: await adminOf(of), driver: await app.signIn(of.driver.user) }
  const patient = await aPatient(app, now.admin, { ...own, ...fields })
  return aDelivery(app, now, { patient_id: patient.id })
}
const sentTo = async ({ email }: { email: string }) => (await mailsOf(app, email)).length
const updatesOf = async ({ id }: Delivery, of = pharmacy): Promise<SentNotice[]> =>
  (await app.call(readUpdates, { as: await adminOf(of), params: { id } })).body.updates
const outcomesOf = async (delivery: Delivery, of = pharmacy) =>
  (await updatesOf(delivery, of)).map(({ state, reason }) => reason ?? state)

/** Leaves this many messages in the budget of the day. */
const leave = async (of: Organisation, left: number) => {
  const { key, day, expires_at_seconds } = usageDayOf(await tenantOf(of), app.clock.now)
  await app.table.write(put(key, { day, message_budget: 200, messages: 200 - left, expires_at_seconds }))
}

describe('an organization that is not verified', () => {
  test('that floods a thousand strangers reaches only its own people, and costs us less than three dollars a day', {
    tags: ['proof'],
  }, async () => {
    await unverify(pharmacy)
    const people = { ...pharmacy, admin: await adminOf(pharmacy), driver: await app.signIn(pharmacy.driver.user) }
    const before = (await mailsOf(app)).length
    const importRows = async (from: number, until: number) => {
      const rows = Array.from({ length: until - from }, (_, k) => ({
        delivery_date: today,
        time_range: '12:00-15:00',
        rx_information: [1, 2, 3].map((n) => ({ rx_number: `RX-${from + k}-${n}`, rx_date: today, copay: 0 })),
        patient: {
          ...patientBody,
          name: `Stranger ${from + k}`,
          phone: `21255${String(50_000 + from + k)}`,
          email: `s${from + k}@example.com`,
        },
      }))
      expect((await app.call(importDeliveries, { as: people.admin, body: { rows } })).status).toBe(200)
    }
    const own = app.services.table
    app.services.table = openServices(process.env).table
    const written = countWriteUnits(app.services.table, app.table)
    const unitsOf = async (work: () => Promise<unknown>) => {
      const start = written.items + written.transactions + written.indexes
      await work()
      return written.items + written.transactions + written.indexes - start
    }
    const measured = 20
    const imported = await unitsOf(() => importRows(0, measured))
    const { id } = await aDelivery(app, people, { status: 'delivered' })
    const read = () => app.call(readProof, { as: people.admin, params: { id } })
    const sealed = (await unitsOf(read)) - (await unitsOf(read))
    app.services.table = own
    const count = howMany({ quick: 20, proof: 1000 })
    for (let i = measured; i < count; i += 100) await importRows(i, Math.min(count, i + 100))
    for (let i = 0; i < 21; i++) {
      const body = { full_name: 'Not Joined', email: `flooded${i}@example.com` }
      await app.call(users.createUser, { as: people.admin, body })
    }
    for (let i = 0; i < Math.ceil(count / 50) + 4; i++) await app.sendMails()
    const sent = (await mailsOf(app)).slice(before)
    const invited = sent.filter(({ subject }) => subject.includes('invited you to'))
    expect([invited.length, sent.length - invited.length, (await usage(pharmacy))?.messages ?? 0]).toEqual([20, 0, 0])
    const ownUpdate = await planned(pharmacy, { email: pharmacy.driver.user.email })
    await app.sendAllMails()
    expect(await sentTo(ownUpdate)).toBe(1)

    expect([imported / measured > 10, sealed > 0]).toEqual([true, true])
    // The most of each in a day. On demand in Virginia, a million write units cost 0.625 dollars, ten thousand signatures of KMS
    // 0.15, and a thousand emails 0.10. No text message goes out before an organization is verified.
    const writes = (20_000 * (imported / measured + sealed) * 0.625) / 1e6
    const signatures = (20_000 * 0.15) / 1e4
    const updates = 200
    // 60 about the organization, and 20 of each kind about keys, administrators, reset second steps and the nine changes of an
    // account.
    const lettersToEach = 60 + 20 * (3 + 9)
    const mails = ((updates + invited.length + lettersToEach * (invited.length + 1)) * 0.1) / 1000
    expect(writes + signatures + mails).toBeLessThan(3)
  })

  test('tells why a recipient got nothing, and that it is not verified', async () => {
    await unverify(pharmacy)
    const delivery = await planned()
    await app.call(users.createUser, {
      as: await adminOf(pharmacy),
      body: { full_name: 'Not Joined', email: `stranger${people}@example.com` },
    })
    const invited = await mailsOf(app, delivery.email)
    await app.sendAllMails()
    expect(await sentTo(delivery)).toBe(invited.length)
    expect(await outcomesOf(delivery)).toEqual(['unverified'])
    const { body } = await app.call(readSettings, { as: await adminOf(pharmacy) })
    expect(body).toMatchObject({ verified: false, verification_asked: false })
  })

  test('asks for verification once a day, and support gets one email', async () => {
    await unverify(pharmacy)
    const as = await adminOf(pharmacy)
    expect(await app.call(askForVerification, { as })).toMatchObject({ status: 204 })
    const again = await app.call(askForVerification, { as })
    expect([again.status, Number(again.headers.get('retry-after'))]).toEqual([429, 15.5 * seconds.hour])
    await app.sendAllMails()
    const mails = await mailsOf(app, app.services.supportAddress)
    expect(mails.filter(({ body }) => body.text.includes(pharmacy.tenant.id))).toHaveLength(1)
    expect((await app.call(readSettings, { as })).body).toMatchObject({ verification_asked: true })
  })

  test('is verified by an operator’s command, with an event and an email to its administrators', async () => {
    await unverify(pharmacy)
    const texts: string[] = []
    const hands = { table: app.table, say: (text: string) => texts.push(text), now: () => app.clock.now }
    await changeOrganisation(['verify', ` ${pharmacy.admin.user.email.toUpperCase()}`], hands)
    expect(texts).toEqual([`Corner Pharmacy (${pharmacy.tenant.id}, NPI 1234567893) is verified.`])
    const delivery = await planned()
    await app.sendAllMails()
    expect(await sentTo(delivery)).toBe(1)
    const subjects = (await mailsOf(app, pharmacy.admin.user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Corner Pharmacy is verified')
    const events = await app.table.queryAll(keysOf(pharmacy.tenant.id).allEvents)
    expect(events.filter(({ action }) => action === 'organisation.verified').map(({ actor }) => actor.name)).toEqual([
      'System',
      'System',
    ])
    for (const words of [['verify'], ['verify', 'nobody@example.com'], ['limit', pharmacy.tenant.id, 'people', '5']])
      await expect(changeOrganisation(words, hands)).rejects.toThrow()
  })

  test('again loses its messages that are still waiting', async () => {
    app.clock.now = new Date(`${today}T03:00:00Z`)
    const delivery = await planned()
    await app.sendAllMails()
    await unverify(pharmacy)
    app.clock.now = new Date(`${today}T08:01:00Z`)
    await app.sendAllMails()
    expect([await sentTo(delivery), await outcomesOf(delivery)]).toEqual([0, ['unverified']])
  })
})

describe('the budget of a day', () => {
  test('stops messages above it, says so at the delivery and once for the organization, and begins anew at midnight', async () => {
    await leave(pharmacy, 1)
    const [first, second] = [await planned(), await planned()]
    await app.sendAllMails()
    const outcomes = [await outcomesOf(first), await outcomesOf(second)]
    expect(outcomes.sort()).toEqual([['budget'], ['sent']])
    const held = async () => (await app.call(readSettings, { as: await adminOf(pharmacy) })).body.updates_held_today
    expect(await held()).toBe(true)
    app.clock.now = new Date(`${addDays(today, 1)}T08:30:00Z`)
    expect(await held()).toBe(false)
  })

  test('is five for each delivery completed a day on average, if that is more than 200', async () => {
    const keys = keysOf(pharmacy.tenant.id)
    const writes = Array.from({ length: 1230 }, (_, i) => {
      const day = addDays(today, -1 - (i % 30))
      const entry = { day, completed_at: `${day}T12:00:00.${String(i).padStart(4, '0')}Z`, delivery_id: String(i) }
      return put(keys.deliveredEntry(entry), entry)
    })
    for (let i = 0; i < writes.length; i += 100) await app.table.write(...writes.slice(i, i + 100))
    await planned()
    await app.sendAllMails()
    expect((await usage(pharmacy))?.message_budget).toBe(205)
  })

  test('gets back what SES did not take', async () => {
    const { send } = app.services.mailer
    app.services.mailer.send = () => Promise.reject(Object.assign(new Error('down'), { name: 'ServiceUnavailable' }))
    const delivery = await planned()
    await app.sendMails()
    app.services.mailer.send = send
    expect((await usage(pharmacy))?.messages).toBe(0)
    app.clock.now = new Date(app.clock.now.getTime() + 120_000)
    await app.sendAllMails()
    expect([await sentTo(delivery), (await usage(pharmacy))?.messages]).toEqual([1, 1])
  })

  test('gets back on the same day what SES did not take, although midnight came between', async () => {
    await planned()
    const { send } = app.services.mailer
    app.services.mailer.send = () => {
      app.clock.now = new Date(`${addDays(today, 1)}T08:30:00Z`)
      return Promise.reject(Object.assign(new Error('down'), { name: 'ServiceUnavailable' }))
    }
    await app.sendMails()
    app.services.mailer.send = send
    const tomorrow = (await usage(pharmacy))?.messages
    app.clock.now = new Date(`${today}T08:30:00Z`)
    expect([(await usage(pharmacy))?.messages, tomorrow]).toEqual([0, undefined])
  })

  test('loses nothing if the count of all organizations’ messages cannot be written', async () => {
    await planned()
    const { table } = app.services
    const count = table.countTry.bind(table)
    table.countTry = () => Promise.reject(Object.assign(new Error('busy'), { name: 'ThrottlingException' }))
    await app.sendMails()
    table.countTry = count
    expect((await usage(pharmacy))?.messages).toBe(0)
  })

  test.each([
    ['2026-03-08T04:59:59Z', '2026-03-07', '2026-03-08T04:59:59.999Z'],
    ['2026-03-08T05:00:00Z', '2026-03-08', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01T04:00:00Z', '2026-11-01', '2026-11-02T04:59:59.999Z'],
  ])('follows the organization’s own days when clocks change: %s', (now, day, end) => {
    const of = usageDayOf({ id: pharmacy.tenant.id, time_zone: 'America/New_York' }, new Date(now))
    expect([of.day, of.end.toISOString()]).toEqual([day, end])
  })
})

test('no one waits behind another organization’s flood', async () => {
  const other = await app.createPharmacy()
  await choose(other)
  const flood = [] as string[]
  for (let i = 0; i < 30; i++) flood.push((await planned()).email)
  const waiting = await planned(other)
  const before = (await mailsOf(app)).length
  await app.sendAllMails()
  const order = (await mailsOf(app)).slice(before).flatMap(({ destination }) => destination.to)
  expect(order.filter((to) => flood.includes(to))).toHaveLength(30)
  // Each of the eight partitions may have sent one message of the flood before the other organization's turn.
  expect(order.indexOf(waiting.email)).toBeLessThanOrEqual(16)
})

test('no one’s email about a new key waits behind another organization’s flood of them', async () => {
  const [partition] = mailPartitions
  if (!partition) throw new Error('There are partitions of mails')
  const services = { ...app.services, table: app.table }
  let made = 0
  // With these ids, all items are in one partition.
  const newId = () => `0${String(made++).padStart(7, '0')}${app.services.newId().slice(8)}`
  const queue = (tenant_id: string) =>
    app.table.write(letterWrite({ ...services, newId }, 'new_key', { tenant_id, key_id: 'key', by_id: 'user' }))
  for (let i = 0; i < 30; i++) await queue('flooding')
  await queue('waiting')
  const due = (await readDueInTurns(services, partition)).filter(({ kind }) => kind === 'new_key')
  expect(due.map(({ tenant_id }) => tenant_id).indexOf('waiting')).toBe(1)
  await app.table.write(...due.map((item) => remove(unscopedKeys.mail(item))))
})

describe('an address', () => {
  test('gets its own pharmacy’s updates, however many another one has sent', async () => {
    const other = await app.createPharmacy()
    await choose(other)
    const email = `shared${++people}@example.com`
    const many: Delivery[] = []
    for (let i = 0; i < 13; i++) many.push(await planned(pharmacy, { email }))
    await app.sendAllMails()
    expect(await sentTo({ email })).toBe(12)
    const outcomes = (await Promise.all(many.map((one) => outcomesOf(one)))).flat()
    expect(outcomes.filter((outcome) => outcome === 'address_limit')).toHaveLength(1)
    await planned(other, { email })
    await app.sendAllMails()
    expect(await sentTo({ email })).toBe(13)
  })

  test('that complained about one organization still gets the updates of another', async () => {
    const other = await app.createPharmacy()
    await choose(other)
    const email = `complains${++people}@example.com`
    await planned(pharmacy, { email })
    await app.sendAllMails()
    await recordFeedback(app.services, {
      time: app.clock.now.toISOString(),
      detail: {
        eventType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: email }] },
        mail: { tags: { tenant: [pharmacy.tenant.id] } },
      },
    })
    await planned(pharmacy, { email })
    await planned(other, { email })
    await app.sendAllMails()
    expect(await sentTo({ email })).toBe(2)
  })
})

test('text messages go only to area codes of the states and the District of Columbia', () => {
  for (const code of ['900', '876', '809', '976', '473', '787', '555', '416', '340', '671', '800'])
    expect([code, isStateNumber(`+1${code}5550100`)]).toEqual([code, false])
  for (const code of ['212', '907', '808', '202', '771', '307', '938'])
    expect([code, isStateNumber(`+1${code}5550100`)]).toEqual([code, true])
  for (const odd of ['+442125550100', '+1212555010', '2125550100']) expect(isStateNumber(odd)).toBe(false)
})

describe('what an organization may use on a day', () => {
  test('ends imports, exports and photo uploads with words that name the limit', async () => {
    await unverify(pharmacy)
    const as = await adminOf(pharmacy)
    await setDayLimit(operator(), await tenantOf(pharmacy), { what: 'rows', limit: 1 })
    const rows = [1, 2].map((i) => ({ patient: { ...patientBody, name: `Row ${i}` } }))
    const refused = await app.call(importDeliveries, { as, body: { rows } })
    expect([refused.status, refused.body.detail, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      'Your organization’s limit is 1 new deliveries and patients a day. Try again tomorrow.',
      15.5 * seconds.hour,
    ])
    expect(await app.call(importDeliveries, { as, body: { rows: rows.slice(1) } })).toMatchObject({ status: 200 })
    expect(await app.call(importDeliveries, { as, body: { rows: rows.slice(1) } })).toMatchObject({ status: 429 })
    expect(await app.call(importDeliveries, { as, body: { rows, dry_run: true } })).toMatchObject({ status: 200 })

    const { key, day, expires_at_seconds } = usageDayOf(await tenantOf(pharmacy), app.clock.now)
    await app.table.write(put(key, { day, exports: 3, expires_at_seconds }))
    expect(await app.call(startExport, { as })).toMatchObject({ status: 429 })
    await verifyOrganisation(operator(), await tenantOf(pharmacy), true)
    expect(await app.call(startExport, { as })).toMatchObject({ status: 202 })

    await unverify(pharmacy)
    await setDayLimit(operator(), await tenantOf(pharmacy), { what: 'rows', limit: 100 })
    const { id } = await aDelivery(app, { ...pharmacy, admin: as }, { status: 'in_progress' })
    const upload = () =>
      app.call(deliveries.requestPhotoUpload, { as, params: { id }, body: { content_type: 'image/jpeg', size: 1000 } })
    for (let i = 0; i < 4; i++) expect(await upload()).toMatchObject({ status: 200 })
    expect(await upload()).toMatchObject({
      status: 429,
      body: { detail: 'A delivery can have 4 photo uploads a day. Try again tomorrow.' },
    })
  })

  test('is nothing at all of what an operator has limited to 0', async () => {
    const as = await adminOf(pharmacy)
    await setDayLimit(operator(), await tenantOf(pharmacy), { what: 'exports', limit: 0 })
    expect(await app.call(startExport, { as })).toMatchObject({ status: 429 })
  })

  test('counts deliveries and patients that are created one by one, until the organization is verified', async () => {
    await unverify(pharmacy)
    const as = await adminOf(pharmacy)
    await setDayLimit(operator(), await tenantOf(pharmacy), { what: 'rows', limit: 2 })
    const { id } = await aPatient(app, as)
    const plan = async () =>
      (await app.call(deliveries.createDelivery, { as, body: { ...deliveryBody(app, id), delivery_date: today } }))
        .status
    expect([await plan(), await plan()]).toEqual([201, 429])
    expect(await app.call(createPatient, { as, body: patientBody })).toMatchObject({ status: 429 })
    await verifyOrganisation(operator(), await tenantOf(pharmacy), true)
    expect([await plan(), await plan()]).toEqual([201, 201])
  })

  test.each([
    ['25 hours', '2026-11-01T04:00:00Z', '2026-11-02T04:30:00Z', 30 * seconds.minute],
    ['23 hours', '2026-03-08T05:00:00Z', '2026-03-09T03:30:00Z', 30 * seconds.minute],
  ])('counts once on a day of %s, until the organization’s midnight', async (_, begins, late, left) => {
    await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { time_zone: 'America/New_York' } }))
    await setDayLimit(operator(), await tenantOf(pharmacy), { what: 'rows', limit: 1 })
    const importRow = async (at: Date) => {
      app.clock.now = at
      const rows = [{ patient: { ...patientBody, name: `Row ${++people}` } }]
      const { status, headers } = await app.call(importDeliveries, { as: await adminOf(pharmacy), body: { rows } })
      return [status, Number(headers.get('retry-after'))]
    }
    expect(await importRow(new Date(begins))).toEqual([200, 0])
    expect(await importRow(new Date(late))).toEqual([429, left])
    expect(await importRow(new Date(Date.parse(late) + left * 1000))).toEqual([200, 0])
  })

  test('ends records from the door, whose pictures stay even if each replaces the one before', async () => {
    await unverify(pharmacy)
    const as = await adminOf(pharmacy)
    const { id } = await aDelivery(app, { ...pharmacy, admin: as }, { status: 'in_progress' })
    const hand = (fields: object) =>
      app.call(reportUnsent, { as, params: { id }, body: { kind: 'completion', refusal: 'Not sent', ...fields } })
    const hands: number[] = []
    for (let i = 0; i < 20; i++) hands.push((await hand({ completion: completionData })).status)
    expect(new Set(hands)).toEqual(new Set([201]))
    expect(await hand({ completion: completionData })).toMatchObject({
      status: 429,
      body: { detail: 'A delivery can have 20 records from the door a day. Try again tomorrow.' },
    })
    expect(await hand({})).toMatchObject({ status: 201 })
  })
})

test('a record from the door counts once, although it is decided again when another one was written meanwhile', async () => {
  const as = await adminOf(pharmacy)
  const { id } = await aDelivery(app, { ...pharmacy, admin: as }, { status: 'in_progress' })
  const body = { kind: 'completion', refusal: 'Not sent', completion: completionData }
  const together = 5
  await Promise.all(Array.from({ length: together }, () => app.call(reportUnsent, { as, params: { id }, body })))
  const { day } = usageDayOf(await tenantOf(pharmacy), app.clock.now)
  const counter = unscopedKeys.attempts('records from the door', JSON.stringify([pharmacy.tenant.id, id, day]))
  expect((await app.table.get(counter))?.count).toBe(together)
})

test('a door with more packages than fit one transaction is changed whole and counts as one change', async () => {
  const as = await adminOf(pharmacy)
  const patient = await aPatient(app, as, { address: '1 Tower Street', email: 'tower@example.com' })
  const many: Delivery[] = []
  for (let i = 0; i < 36; i++) many.push(await aDelivery(app, { ...pharmacy, admin: as }, { patient_id: patient.id }))
  const token = await doorToken(app, { admin: as }, many[0]?.id ?? '')
  const body = { access_notes: 'Ring twice' }
  expect((await app.call(tracking.storeAccessNote, { params: { token }, body })).status).toBe(200)
  const keys = keysOf(pharmacy.tenant.id)
  const stored = await app.table.getAll(many.map(({ id }) => keys.delivery(id)))
  expect(stored.map((delivery) => delivery?.recipient_notes)).toEqual(many.map(() => 'Ring twice'))
  expect((await app.table.get(unscopedKeys.door(hashOfDoorToken(token))))?.changes).toBe(1)
})

test('an object with a hostile member in place of a text is a problem of its row, not a fault', async () => {
  const as = await adminOf(pharmacy)
  for (const field of ['patient_id', 'patient_external_id', 'external_id', 'delivery_date', 'patient']) {
    const rows = [{ [field]: { toString: 1 } }]
    const { status, body } = await app.call(importDeliveries, { as, body: { rows } })
    expect([field, status, body[0]?.ok]).toEqual([field, 200, false])
  }
})
