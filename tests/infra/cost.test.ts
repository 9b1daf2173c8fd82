import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { inTenant } from '#functions/data/scope.ts'
import { costReport, goals, goalVolume } from '#infra/cost/cost-report.ts'
import { deliveryLife, lifeUsage } from '#infra/cost/delivery-life.ts'
import { idleUsage } from '#infra/cost/idle-usage.ts'
import { costOf, priceListDate, prices, services, sumOfUsage } from '#infra/cost/price-list.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { countWrites } from '#tests/bench/count-writes.ts'
import { aPatient, completionData, pngBytes } from '#tests/support/builders.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { synthesise } from './synthesise.ts'

const templateOf = (name: string) => {
  const { Resources } = synthesise(name).template.toJSON()
  return { Resources }
}
const prod = [templateOf('prod'), templateOf('prod-copy')]

describe('an idle month of prod', () => {
  it('costs no more than its goal', () => {
    expect(costOf(sumOfUsage(prod.map(idleUsage)))).toBeLessThanOrEqual(goals.idleMonth)
  })

  it('counts what is there, in both regions', () => {
    expect(sumOfUsage(prod.map(idleUsage))).toMatchObject({
      keyMonth: 4,
      secretMonth: 3,
      firewallMonth: 1,
      firewallRuleMonth: 5,
      dashboardMonth: 1,
      customMetricMonth: 1,
      // The worker each minute, the mail watch every five, the copy of the events each day.
      lambdaCall: 730 * 60 + 730 * 12 + 730 / 24,
    })
  })
})

test('a delivery costs no more than its goal', () => {
  expect(costOf(lifeUsage({ hasSecondRegion: true }))).toBeLessThanOrEqual(goals.delivery)
  expect(goalVolume).toBe(10_000)
})

test('the report has every service, and when its prices are from', () => {
  const lines = costReport('prod', prod, { hasSecondRegion: true }).join('\n')
  expect(lines).toContain(`at list prices of ${priceListDate}`)
  for (const service of ['WAF', 'CloudWatch', 'KMS', 'CloudTrail', 'DynamoDB', 'S3']) expect(lines).toContain(service)
  expect(Object.keys(services).sort()).toEqual(Object.keys(prices).sort())
})

describe('a delivery’s life', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())

  it('is counted as it is lived', async () => {
    const { tenant, admin, driver } = await app.createPharmacy()
    const patient = await aPatient(app, admin)
    const written = countWrites(app.services.table, app.table)
    let tableCalls = 0
    app.services.table.client.middlewareStack.add(
      (next) => (args) => {
        tableCalls++
        return next(args)
      },
      { step: 'initialize', name: 'countCalls' },
    )
    const lived: Record<string, { tableCalls: number; writeUnits: number }> = {}
    async function live<T extends { status: number }>(name: string, call: () => Promise<T>): Promise<T> {
      const total = () => written.items + written.transactions + written.indexes
      const before = { tableCalls, writeUnits: total() }
      const answer = await call()
      expect([name, answer.status < 300]).toEqual([name, true])
      lived[name] = { tableCalls: tableCalls - before.tableCalls, writeUnits: total() - before.writeUnits }
      return answer
    }
    const once = () => ({ 'idempotency-key': randomUUID() })
    const body = {
      delivery_date: utcDate(app.clock.now),
      time_range: '09:00-12:00',
      patient_id: patient.id,
      rx_information: [{ rx_number: 'RX-100200', copay: 10.1 }],
      sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 0.2 }],
      delivery_notes: 'Ring twice, please.',
    }
    const made = await live('create', () => app.call(deliveries.createDelivery, { as: admin, body, headers: once() }))
    const params = { id: String(made.body.id) }
    await live('assign', () =>
      app.call(deliveries.updateDelivery, { as: admin, params, body: { pharmacist_id: driver.user.id } }),
    )
    await live('start', () =>
      app.call(deliveries.changeStatus, { as: driver, params, body: { status: 'in_progress' } }),
    )
    const upload = { content_type: 'image/png', size: pngBytes.length }
    const asked = await live('upload', () =>
      app.call(deliveries.requestPhotoUpload, { as: driver, params, body: upload }),
    )
    await inTenant(tenant.id, () => app.services.media.put(asked.body.photo_key, pngBytes, 'image/png'))
    const completion = { ...completionData, delivery_photo_key: asked.body.photo_key }
    await live('complete', () =>
      app.call(deliveries.completeDelivery, { as: driver, params, body: completion, headers: once() }),
    )
    await live('list', () => app.call(deliveries.listDeliveries, { as: admin, query: { view: 'current', limit: 50 } }))
    await live('read', () => app.call(deliveries.readDelivery, { as: admin, params }))

    const counted = deliveryLife.map(({ name, tableCalls, writeUnits }) => [name, { tableCalls, writeUnits }])
    expect(Object.fromEntries(counted), 'Write into infra/cost/delivery-life.ts what a delivery costs now').toEqual(
      lived,
    )
  })
})
