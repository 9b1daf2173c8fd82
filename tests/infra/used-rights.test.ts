import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { areaNeeds, functionAreas } from '#infra/area-needs.ts'
import { type ItemFamily, itemFamilies } from '#infra/item-families.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { openWorkplace } from '#tests/calls/workplace.ts'
import { everyScenario } from '#tests/races/scenarios.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type ItemCall, runAsArea, watchItemCalls } from '#tests/support/watch-item-calls.ts'
import { isAllowed, isLike } from './iam.ts'
import { statementsOf } from './policies.ts'
import { rareRequests } from './rare-requests.ts'
import { synthesise } from './synthesise.ts'

/** What the functions ask of the table, each request with the area of the function that makes it. */
let calls: ItemCall[]

/** The product with its real operations and handlers. */
let app: TestApp
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
  for (const request of Object.values(rareRequests)) await request(app)
  for (const area of functionAreas.filter((area) => areaNeeds[area].schedule)) await runScheduled(area)
}, 120_000)
afterAll(() => app.close())

/** Runs the handler of a function that has a schedule, as EventBridge does. */
async function runScheduled(area: string) {
  const open = DynamoDBDocumentClient.from
  const opening = vi.spyOn(DynamoDBDocumentClient, 'from').mockImplementation((...args) => {
    const client = open.apply(DynamoDBDocumentClient, args)
    watchItemCalls(client, calls)
    return client
  })
  const { handler }: { handler: () => Promise<unknown> } = await import(`#functions/lambdas/${area}.ts`)
  opening.mockRestore()
  await runAsArea(area, handler)
}

const families = Object.entries<ItemFamily>(itemFamilies)
const { template } = synthesise('prod')
const [tableId] = Object.keys(template.findResources('AWS::DynamoDB::Table'))
const statements = statementsOf(template)

const familyOf = (partition: string, index?: string) =>
  families.find(
    ([, family]) => family.index === index && family.partitions.some((each) => isLike(each, partition)),
  )?.[0]

test('every function was called by the tests', () => {
  const needing = functionAreas.filter((area) => Object.keys(areaNeeds[area].items).length > 0)
  const asking = new Set(calls.map(({ area }) => area))
  for (const area of [...needing, ...listRoutes().map((route) => route.area)])
    expect(asking, `Call the function ${area} in tests/infra/rare-requests.ts`).toContain(area)
})

describe('the table actions of the operations', () => {
  test('are all permitted to their functions', () => {
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

  test('include everything that their functions are permitted to do', () => {
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
    expect(
      unneeded,
      'Take it out of infra/area-needs.ts, or show in tests/infra/rare-requests.ts what needs it',
    ).toEqual([])
  })

  test('never overwrite write-once items', () => {
    const once = families.filter(([, { isAppendOnly }]) => isAppendOnly).map(([name]) => name)
    const puts = calls.filter(
      ({ action, partitions: [partition = ''] }) => action === 'PutItem' && once.includes(familyOf(partition) ?? ''),
    )
    for (const { condition } of puts) expect(condition).toMatch(/^attribute_not_exists\(\w+\)$/)
  })

  test('change no attribute that their area must not change', () => {
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
        const stored: readonly string[] =
          Object.entries(mayNotUpdate).find(([name]) => name === familyOf(partition))?.[1] ?? []
        expect([area, partition, attributes.filter((attribute) => stored.includes(attribute))]).toEqual([
          area,
          partition,
          [],
        ])
      }
    }
  })

  test('leave attributes that old stored items have', async () => {
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
