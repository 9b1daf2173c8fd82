/** @module-tag proof */

import { describe, expect } from 'vitest'
import { demoLogins, seedDemo } from '#infra/local/demo/seed-demo.ts'
import * as attempts from '#shared/api/attempts.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { app, test as it } from '#tests/support/product-test.ts'
import { tableDump } from '#tests/support/table-dump.ts'

/** Noon in the machine's time zone, which the demo uses. */
const noon = new Date(2026, 2, 10, 12)
const today = '2026-03-10'

let token: string
let rows: DeliveryRow[]
const login = (email: string, password: string) => app.call(auth.login, { body: { email, password } })
it.beforeAll(async () => {
  app.clock.now = noon
  await seedDemo({ environment: app.cloud.environment, now: noon })
  const [admin] = demoLogins
  token = (await login(admin?.email ?? '', admin?.password ?? '')).body.access_token
  rows = (await app.call(deliveries.listDeliveries, { as: token, query: { limit: 200 } })).body
})

const read = async (row: DeliveryRow): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: token, params: { id: row.id } })).body

describe('the demo pharmacy', () => {
  it('has an administrator, two pharmacists and two drivers, who can sign in', async () => {
    const roles: string[] = []
    for (const { email, password } of demoLogins) roles.push((await login(email, password)).body.user.role)
    expect(roles).toEqual(['Tenant Administrator', 'Pharmacist', 'Pharmacist', 'Delivery Staff', 'Delivery Staff'])
  })

  it('has patients', async () => {
    const { body } = await app.call(patients.searchPatients, { as: token, query: { q: ' ' } })
    expect(body.length).toBeGreaterThan(20)
  })

  it('has deliveries in every status: from past weeks, today and the coming days', () => {
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(deliveryStatuses))
    const days = rows.map(({ delivery_date }) => delivery_date).toSorted()
    expect(days[0]).toBe('2026-02-17')
    expect(days.filter((day) => day === today).length).toBeGreaterThan(10)
    expect(days.at(-1)).toBe('2026-03-15')
  })

  it('has a history for each delivery that leads to its status', async () => {
    for (const { id, status } of rows) {
      const { body } = await app.call(deliveries.readStatusHistory, { as: token, params: { id } })
      expect([id, body[0].new_status, body.at(-1).old_status]).toEqual([id, status, null])
    }
  })

  it('has a signature for each completed delivery, and photos that can be viewed', async () => {
    const delivered = await Promise.all(rows.filter(({ status }) => status === 'delivered').map(read))
    const photos = delivered.map(({ delivery_photo_url }) => delivery_photo_url).filter((url) => url !== null)
    expect(photos.length).toBeGreaterThan(10)
    for (const url of [...delivered.map(({ patient_signature }) => patient_signature ?? ''), ...photos])
      expect((await fetch(url)).headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/)
  })

  it('has a building of which the board asks today whether it is one stop', async () => {
    const { body } = await app.call(searchAndDay.listStopQuestions, { as: token, query: { date: today } })
    expect(body).toMatchObject([{ delivery_address: '90 Sylvan Avenue', patients: 4 }])
  })

  it('has two patients of one household on a run of today', () => {
    const household = rows.filter(({ delivery_address }) => delivery_address === '62 Canner Street')
    expect(household.map(({ delivery_date, status }) => [delivery_date, status])).toEqual([
      [today, 'assigned'],
      [today, 'assigned'],
    ])
    expect(new Set(household.map(({ patient_id }) => patient_id)).size).toBe(2)
    expect(new Set(household.map(({ pharmacist_id }) => pharmacist_id)).size).toBe(1)
  })

  it('has a signature that was handed to the pharmacy and can be accepted', async () => {
    const query = { view: 'attention', limit: 200 }
    const { body } = await app.call(deliveries.listDeliveries, { as: token, query })
    const waiting = body.filter(({ unsent }: DeliveryRow) => unsent?.length)
    expect(waiting).toMatchObject([{ status: 'in_progress', unsent: [{ kind: 'completion', record: {} }] }])
    const { id, unsent } = waiting[0]
    const params = { id, unsent_id: unsent[0].unsent_id }
    expect((await app.call(attempts.acceptUnsent, { as: token, params })).body).toMatchObject({ status: 'delivered' })
  })

  it('is created once', async () => {
    const before = await tableDump(app)
    await seedDemo({ environment: app.cloud.environment, now: noon })
    expect(await tableDump(app)).toBe(before)
  })
})
