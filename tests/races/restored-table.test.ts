import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGuardedTable } from '#functions/data/open-table.ts'
import { parameterReader } from '#functions/data/read-parameter.ts'
import { openTableInUse } from '#functions/data/table-in-use.ts'
import { createHandler, type Handler } from '#functions/http/handler.ts'
import { deliveryOperations } from '#functions/lambdas/operations/deliveries.ts'
import { openAws } from '#infra/operator/aws.ts'
import { switchTable } from '#infra/operator/table-in-use.ts'
import { apiAreas } from '#shared/api/areas.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Patient } from '#shared/model/patient.ts'
import { aPatient, deliveryBody } from '#tests/support/builders.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'

const restored = 'carelane-prod-restored-1'
/** How much time passes between two rounds of calls, in milliseconds. */
const stepMs = 3000
const instanceCount = 4
const clientCount = 3

/** The clock by which functions decide how old their answer about the table is. */
let now = 0
let app: TestApp
let pharmacy: Organisation
let patient: Patient
let own: string
/** Running copies of the function that serves deliveries. Each finds out for itself which table is in use. */
const instances: Handler[] = []
/** Every write to a table, in the order of time. */
const writes: { table: string; at: number }[] = []
let calls = 0

beforeAll(async () => {
  app = await openTestApp({
    around: (handler, area) => (event) =>
      area === 'deliveries' ? (instances[calls++ % instances.length] ?? handler)(event) : handler(event),
  })
  own = process.env.TABLE_NAME ?? ''
  pharmacy = await app.createPharmacy()
  patient = await aPatient(app, pharmacy.admin)
  await copyTable(own, restored)
  for (let i = 0; i < instanceCount; i++) {
    const readParameter = parameterReader('/carelane/prod/table')
    const table = openGuardedTable(openTableInUse({ own, readParameter, now: () => now }))
    table.client.middlewareStack.add(
      (next) => async (args) => {
        const { TransactItems = [], TableName, Item } = Object(args.input)
        for (const name of TransactItems.length > 0 ? [tableIn(TransactItems[0])] : Item ? [TableName] : [])
          writes.push({ table: name, at: now })
        return next(args)
      },
      { step: 'initialize' },
    )
    instances.push(createHandler(apiAreas.deliveries, deliveryOperations, { ...app.services, table }))
  }
})
afterAll(() => app.close())

const tableIn = (action: Record<string, { TableName: string }>) => Object.values(action)[0]?.TableName ?? ''

/** Makes a copy of a table with its indexes, as a restore does. */
async function copyTable(from: string, to: string): Promise<void> {
  const client = new DynamoDBClient({})
  const { Table } = await client.send(new DescribeTableCommand({ TableName: from }))
  await client.send(
    new CreateTableCommand({
      TableName: to,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: Table?.AttributeDefinitions,
      KeySchema: Table?.KeySchema,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  )
  const documents = DynamoDBDocumentClient.from(client)
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: from }))
    for (let i = 0; i < Items.length; i += 25) {
      const requests = Items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }))
      await documents.send(new BatchWriteCommand({ RequestItems: { [to]: requests } }))
    }
}

/** A person's wish to plan a delivery. The page repeats the call with the same key until it gets an answer. */
interface Wish {
  rx_number: string
  key: string
  /** The table that was in use when the call succeeded. */
  doneIn?: string
}

const wishes: Wish[] = []
const refusals: number[] = []

/** Lets every client call once. A client whose last call succeeded has a new wish. */
async function callsOfAllClients(current: (Wish | undefined)[], inUse: () => string): Promise<void> {
  await Promise.all(
    current.map(async (_, client) => {
      const wish = current[client] ?? { rx_number: `RX-${wishes.length}-${client}`, key: crypto.randomUUID() }
      if (!current[client]) wishes.push(wish)
      const body = deliveryBody(app, patient.id, { rx_information: [{ rx_number: wish.rx_number, copay: 1 }] })
      const headers = { 'idempotency-key': wish.key }
      const { status } = await app.call(deliveries.createDelivery, { as: pharmacy.admin, body, headers })
      if (status !== 201) refusals.push(status)
      else wish.doneIn = inUse()
      current[client] = status === 201 ? undefined : wish
    }),
  )
}

/** Returns the prescription numbers of all deliveries in a table. */
async function plannedIn(TableName: string): Promise<string[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  const found: string[] = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    for (const { sk, rx_information = [] } of Items) if (sk === 'DELIVERY') found.push(rx_information[0].rx_number)
  return found
}

describe('switching to a restored table and back during calls', () => {
  const current: (Wish | undefined)[] = Array.from({ length: clientCount }, () => undefined)
  const lines: string[] = []

  beforeAll(async () => {
    const real = openAws('us-east-1')
    const stackParameters = { RestoredTable: 'none' }
    const use = (value: string) =>
      switchTable(value, {
        environment: 'prod',
        config: { retainsData: true },
        stack: { status: 'UPDATE_COMPLETE', outputs: { OwnTable: own }, parameters: stackParameters },
        aws: {
          ...real,
          // The simulator of DynamoDB has no backups.
          tableProtection: async () => ({ expires: 'expires_at_seconds', isRecoverable: true, isProtected: true }),
          changeParameter: async (_stack, _name, changed) => {
            stackParameters.RestoredTable = changed
          },
        },
        say: (line) => lines.push(line),
        pause,
      })
    const inUse = () => writes.at(-1)?.table ?? ''
    async function pause(ms: number) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        now += stepMs
        await callsOfAllClients(current, inUse)
      }
    }
    await pause(10 * stepMs)
    await use(restored)
    await pause(10 * stepMs)
    await use('none')
    await pause(10 * stepMs)
  }, 120_000)

  it('ends all writes to one table before any function writes to the next', () => {
    const order = writes.map(({ table }) => table).filter((table, i, all) => table !== all[i - 1])
    expect(order).toEqual([own, restored, own])
    // For half a minute after the switch, some functions still refuse to write. Between the tables lies a pause.
    const [lastOfOwn, firstOfRestored] = [writes.findLastIndex(isOwnBefore), writes.findIndex(isRestored)]
    expect((writes[firstOfRestored]?.at ?? 0) - (writes[lastOfOwn]?.at ?? 0)).toBeGreaterThan(stepMs)
  })
  const isRestored = ({ table }: { table: string }) => table === restored
  const isOwnBefore = ({ table }: { table: string }, i: number) => table === own && i < writes.findIndex(isRestored)

  it('answers writing calls with 503, and all of them later', () => {
    expect(new Set(refusals)).toEqual(new Set([503]))
    expect(refusals.length).toBeGreaterThan(10)
    expect(wishes.filter(({ doneIn }) => !doneIn).length).toBeLessThanOrEqual(clientCount)
    expect(lines.join('\n')).toContain(`All functions use the table ${restored}.`)
  })

  it('loses nothing and writes nothing twice', async () => {
    const tables = { [own]: await plannedIn(own), [restored]: await plannedIn(restored) }
    for (const { rx_number, doneIn } of wishes) {
      const places = Object.entries(tables).flatMap(([table, found]) =>
        found.filter((each) => each === rx_number).map(() => table),
      )
      expect([rx_number, places]).toEqual([rx_number, doneIn ? [doneIn] : []])
    }
    expect(new Set(wishes.map(({ doneIn }) => doneIn))).toEqual(new Set([own, restored]))
  })
})
