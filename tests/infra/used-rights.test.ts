import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInTenant } from '#functions/data/scope.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { copyEvents } from '#functions/events/copy-events.ts'
import { continueExport } from '#functions/exports/continue-export.ts'
import { startDueExports } from '#functions/exports/start-due-exports.ts'
import type { LetterMail } from '#functions/mail/letters.ts'
import { recordFeedback } from '#functions/mail/record-feedback.ts'
import { reportWaitingMails } from '#functions/mail/report-waiting-mails.ts'
import { areaNeeds, functionAreas } from '#infra/area-needs.ts'
import { type ItemFamily, itemFamilies } from '#infra/item-families.ts'
import { listActivity } from '#shared/api/activity.ts'
import { createApiKey } from '#shared/api/api-keys.ts'
import { listRoutes } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import * as counter from '#shared/api/counter.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { keepColumnChoice } from '#shared/api/imports.ts'
import { createExportLink, startExport } from '#shared/api/organisation-exports.ts'
import { updatePatient } from '#shared/api/patients.ts'
import * as registration from '#shared/api/registration.ts'
import { setRunOrder } from '#shared/api/runs.ts'
import { updateSettings } from '#shared/api/settings.ts'
import { readTracking } from '#shared/api/tracking.ts'
import * as users from '#shared/api/users.ts'
import { viewPermission } from '#tests/calls/call.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { openWorkplace } from '#tests/calls/workplace.ts'
import { everyScenario } from '#tests/races/scenarios.ts'
import { runCallsOf, storeSettings } from '#tests/support/a-run.ts'
import { aDelivery, aPatient, complete, completionData } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { aGoogleToken, testGoogleTokenReader } from '#tests/support/google.ts'
import { noticeBounce } from '#tests/support/notice-bounce.ts'
import { joinByMail, signUp } from '#tests/support/sign-up.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type ItemCall, runAsArea, watchItemCalls } from '#tests/support/watch-item-calls.ts'
import { isAllowed } from './iam.ts'
import { statementsOf } from './policies.ts'
import { synthesise } from './synthesise.ts'

const families = Object.entries<ItemFamily>(itemFamilies)

/**
 * The product with its real operations and handlers. `calls` lists what the operations request from the table, each request with
 * the area of the function that makes it.
 */
let app: TestApp
let calls: ItemCall[]
beforeAll(async () => {
  app = await openTestApp({
    smsIdentity: '+18005550100',
    around: (handler, area) => (event) => runAsArea(area, () => handler(event)),
  })
  calls = watchItemCalls(app.services.table.client)
  app.services.google = testGoogleTokenReader
  const workplace = await openWorkplace(app)
  for (const { ready } of everyScenario()) {
    const { send } = await ready(workplace)
    await send({ 'idempotency-key': crypto.randomUUID() })
  }
  await rarerWays()
  await programs()
  await mails()
  await exportsOfAllData()
  await doors()
}, 120_000)
afterAll(() => app.close())

/**
 * Makes calls in less usual ways, in which they send the table requests that the scenarios above, one for each success, do not
 * send.
 */
async function rarerWays() {
  const pharmacy = await app.createPharmacy()
  const { admin, driver } = pharmacy
  const as = admin
  const delivery = await aDelivery(app, pharmacy, { status: 'assigned' })
  const patient_id = String(delivery.patient_id)
  for (const query of [{ status: 'pending' }, { pharmacist_id: driver.user.id }, { patient_id }])
    await app.call(deliveries.listDeliveries, { as, query })
  await app.call(counter.search, { as, query: { q: delivery.id.slice(0, 8) } })
  await storeSettings(app, pharmacy, { staff_see_all: false })
  await app.call(counter.search, { as: driver, query: { q: 'grace' } })
  const { id: named } = await aPatient(app, as, { external_id: 'PT-1' })
  await app.call(counter.search, { as, query: { q: 'PT-1' } })
  await app.call(updatePatient, { as, params: { id: named }, body: { external_id: '' } })
  await storeSettings(app, pharmacy, { staff_see_all: true })
  for (let file = 0; file <= 20; file++)
    await app.call(keepColumnChoice, { as, body: { kind: 'patients', heads: [`Name ${file}`], columns: {} } })
  await app.call(deliveries.deleteDelivery, { as, params: { id: delivery.id } })
  const actor_id = driver.user.id
  const action = 'delivery.read'
  for (const things of [{}, { subject_id: delivery.id }, { patient_id }])
    for (const filters of [{}, { actor_id }, { action }, { actor_id, action }])
      await app.call(listActivity, { as, query: { ...things, ...filters } })
  await app.call(users.createRole, { as, body: { name: 'Courier', description: '', permissions: [] } })
  // The use of a former token after its time of grace ends the session.
  await app.call(auth.refresh, { body: { refresh_token: driver.refreshToken } })
  passSeconds(app, seconds.hour)
  const later = await app.signIn(admin.user)
  await app.call(auth.refresh, { body: { refresh_token: driver.refreshToken } })
  for (const sub of ['the first', 'another'])
    await app.call(auth.connectGoogle, { as: later, body: { token: aGoogleToken({ email: admin.user.email, sub }) } })
  await app.joinAlso(admin, (await app.createPharmacy()).tenant)
  await app.call(auth.me, { as: later })
  const ivy = { full_name: 'Ivy', email: 'ivy@rights.example' }
  const invited = await app.call(users.createUser, { as: later, body: ivy })
  await app.call(users.deleteUser, { as: later, params: { id: invited.body.id } })
  await app.call(auth.requestPasswordReset, { body: { email: admin.user.email } })
  await signUp(app, 'olive@rights.example')
  await app.call(auth.sendVerificationEmail, { body: { email: 'olive@rights.example' } })
  await runAsArea('workers', () => app.sendMails())
  await joinByMail(app, 'olive@rights.example')
  await app.call(registration.subscribeProducts, { params: { id: pharmacy.tenant.id }, body: ['speech_emr'] })
}

/** Sends API keys of a program to three calls. One of the calls accepts its key, and the other two refuse theirs. */
async function programs() {
  const { admin } = await app.createPharmacy()
  const body = { name: 'Program', permissions: [viewPermission] }
  for (const entry of [deliveries.listDeliveries, users.listUsers, auth.me]) {
    const { key } = (await app.call(createApiKey, { as: admin, body })).body
    await app.call(entry, { as: key })
  }
}

/**
 * Makes an export of all data, which the worker starts. A history item too many makes one delivery look as if it changed while it
 * was read.
 */
async function exportsOfAllData() {
  const pharmacy = await app.createPharmacy()
  const { admin, driver, tenant } = pharmacy
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  await complete(app, driver, id, { data: completionData })
  const keys = keysOf(tenant.id)
  const [first] = await app.table.queryAll(keys.history(id))
  if (first) await app.table.write(put(keys.historyItem(id, 99), first))
  passSeconds(app, 1)
  const { id: export_id } = (await app.call(startExport, { as: admin })).body
  await runAsArea('workers', () => startDueExports(app.services))
  const step = { tenant_id: tenant.id, export_id }
  await runAsArea('exports', () => runInTenant(tenant.id, () => continueExport(step, app.services)))
  await runAsArea('workers', () => startDueExports(app.services))
  await app.call(createExportLink, { as: admin, params: { id: export_id } })
}

/**
 * Opens the recipient's page of a package in progress, and sends the notices to its recipient and to the recipient of the next
 * stop.
 */
async function doors() {
  app.clock.now = new Date(`${app.clock.now.toISOString().slice(0, 10)}T12:00:00Z`)
  const pharmacy = await app.createPharmacy()
  await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices: 'all' } })
  const { id, email } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  const { id: second } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  const { patient_id, delivery_date } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  const run = { person: pharmacy.driver, date: delivery_date }
  await runCallsOf(app, pharmacy, run).call(setRunOrder, { delivery_ids: [id, second] })
  const body = { notices: 'sms', phone: '+15550100142' }
  await app.call(updatePatient, { as: pharmacy.admin, params: { id: String(patient_id) }, body })
  app.services.texter = { send: async () => 'opted_out' }
  const token = await doorToken(app, pharmacy, id)
  await app.call(readTracking, { params: { token } })
  await complete(app, pharmacy.driver, id, { data: completionData })
  for (let i = 0; i < 3; i++) await runAsArea('workers', () => app.sendMails())
  const bounce = await noticeBounce(app, { id, email, token })
  await runAsArea('feedback', () => recordFeedback(app.services, bounce))
}

/** Runs the worker that sends mails, the function that records SES's feedback, the mail watch, and the copying of events. */
async function mails() {
  const { tenant, admin } = await app.createPharmacy()
  const waiting = (id: string, more: Partial<LetterMail<'products_added'>>) => ({
    id,
    tenant_id: tenant.id,
    due_at: app.clock.now.toISOString(),
    refusals: 0,
    kind: 'products_added',
    products: ['delivery'],
    ...more,
  })
  const ids = [...'0123'].map((first) => `${first}0000000-0000-4000-8000-000000000000`)
  const [sent = '', news = '', refused = ''] = ids
  const reader_id = admin.user.id
  const stored = [waiting(sent, { reader_id }), waiting(news, {}), waiting(refused, { reader_id, refusals: 4 })]
  for (const mail of stored) await app.table.write(put(unscopedKeys.mail(mail), mail))
  const { send } = app.services.mailer
  const refusing = Object.assign(new Error(), { name: 'MessageRejected' })
  let taken = 0
  app.services.mailer.send = (message) => (taken++ === 0 ? send(message) : Promise.reject(refusing))
  await runAsArea('workers', () => app.sendMails())
  app.services.mailer.send = send
  await takingsBack()
  await runAsArea('mailwatch', () => reportWaitingMails(app.services))
  const copies = { tenantsOf: async () => new Set<string>(), keep: async () => undefined }
  await runAsArea('eventcopy', () => copyEvents({ ...app.services, copies }))
  const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'gone@example.com' }] }
  const event = { time: '2026-11-22T10:00:00Z', detail: { eventType: 'Bounce', bounce } }
  await runAsArea('feedback', () => recordFeedback(app.services, event))
  const complaint = { complainedRecipients: bounce.bouncedRecipients }
  const after = { ...event, detail: { eventType: 'Complaint', complaint } }
  await runAsArea('feedback', () => recordFeedback(app.services, after))
}

/** Runs the worker until all deliveries are taken back: from one person, and from all who held a role. */
async function takingsBack() {
  const pharmacy = await app.createPharmacy()
  const as = await app.signIn(pharmacy.admin.user)
  await aDelivery(app, { ...pharmacy, admin: as }, { status: 'assigned' })
  const id = pharmacy.roles.find(({ name }) => name === 'Pharmacist')?.id ?? ''
  await app.call(users.updateRole, { as, params: { id }, body: { permissions: [] } })
  await app.call(users.deleteUser, { as, params: { id: pharmacy.driver.user.id } })
  for (let minute = 0; minute < 3; minute++) {
    await runAsArea('workers', () => app.takeBack())
    passSeconds(app, 60)
  }
}

const { template } = synthesise('prod')
const [tableId] = Object.keys(template.findResources('AWS::DynamoDB::Table'))
const statements = statementsOf(template)

const isLike = (pattern: string, partition: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(partition)
const familyOf = (partition: string, index?: string) =>
  families.find(
    ([, family]) => family.index === index && family.partitions.some((each) => isLike(each, partition)),
  )?.[0]

test('every call of the contract was made, and by the function of its area', () => {
  const asking = new Set(calls.map(({ area }) => area))
  for (const { area } of listRoutes()) expect(asking).toContain(area)
  for (const area of ['workers', 'feedback', 'mailwatch', 'eventcopy', 'exports']) expect(asking).toContain(area)
})

describe('what operations ask of the table', () => {
  test('their functions may', () => {
    const refused = calls.filter(
      ({ area, action, index, partitions }) =>
        !isAllowed(
          statements.filter(({ id }) => id.startsWith(`App${area}Items`)),
          {
            action: `dynamodb:${action === 'Count' ? 'Query' : action}`,
            resource: `<${tableId}.Arn>${index ? `/index/${index}` : ''}`,
            context: {
              'dynamodb:LeadingKeys': partitions,
              ...(action === 'Count' && { 'dynamodb:Select': ['COUNT'] }),
            },
          },
        ),
    )
    const lines = refused.map(({ area, action, index, partitions }) =>
      [area, action, ...partitions.map((partition) => familyOf(partition, index) ?? partition)].join(' '),
    )
    expect([...new Set(lines)], 'Give the area what its operations need, in infra/area-needs.ts').toEqual([])
  })

  test('is all that their functions may', () => {
    const used = new Set(
      calls.flatMap(({ area, action, index, partitions }) =>
        partitions.map((partition) => `${area} ${familyOf(partition, index)} ${action}`),
      ),
    )
    const unneeded = functionAreas.flatMap((area) =>
      Object.entries(areaNeeds[area].items).flatMap(([family, actions]) =>
        actions.map((action) => `${area} ${family} ${action}`).filter((right) => !used.has(right)),
      ),
    )
    expect(unneeded, 'Take it out of infra/area-needs.ts, or show here what needs it').toEqual([])
  })

  test('never writes over what is written once', () => {
    const once = families.filter(([, { isAppendOnly }]) => isAppendOnly).map(([name]) => name)
    const puts = calls.filter(
      ({ action, partitions: [partition = ''] }) => action === 'PutItem' && once.includes(familyOf(partition) ?? ''),
    )
    for (const { condition } of puts) expect(condition).toMatch(/^attribute_not_exists\(\w+\)$/)
  })

  test('changes no attribute of which an area says that it may not', () => {
    const updates = Map.groupBy(
      calls.filter(({ action }) => action === 'UpdateItem'),
      ({ area, request }) => `${area} ${request}`,
    )
    for (const requested of updates.values()) {
      const [{ area } = { area: '' }] = requested
      const { mayNotUpdate = {} } = Object.entries(areaNeeds).find(([name]) => name === area)?.[1] ?? {}
      // IAM may judge all updates of a transaction together, so an attribute counts whichever of the items it belongs to.
      const attributes = requested.flatMap((update) => update.attributes ?? [])
      for (const {
        partitions: [partition = ''],
      } of requested) {
        const kept: readonly string[] =
          Object.entries(mayNotUpdate).find(([name]) => name === familyOf(partition))?.[1] ?? []
        expect([area, partition, attributes.filter((attribute) => kept.includes(attribute))]).toEqual([
          area,
          partition,
          [],
        ])
      }
    }
  })

  test('leaves attributes alone that stored items have', async () => {
    const found = new Map<string, Set<string>>()
    for await (const { Items = [] } of paginateScan(
      { client: app.table.client },
      { TableName: process.env.TABLE_NAME },
    ))
      for (const { pk, ...item } of Items) {
        const family = familyOf(String(pk)) ?? ''
        found.set(family, new Set([...(found.get(family) ?? []), ...Object.keys(item)]))
      }
    for (const [area, { mayNotUpdate = {} }] of Object.entries(areaNeeds))
      for (const [family, attributes] of Object.entries(mayNotUpdate))
        expect([area, family, attributes.filter((attribute) => !found.get(family)?.has(attribute))]).toEqual([
          area,
          family,
          [],
        ])
  })
})
