import { randomUUID } from 'node:crypto'
import { ExecuteStatementCommand, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, QueryCommand, ScanCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, vi } from 'vitest'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { currentTenantScope, enterTenant, runInTenant, runOutsideTenants } from '#functions/data/scope.ts'
import type { Table } from '#functions/data/table.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { conditionCheck, put, remove, update } from '#functions/data/writes.ts'
import { createHandler } from '#functions/http/handler.ts'
import type { Caller, Operation } from '#functions/http/operation.ts'
import { readStatusHistory } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { gatewayEventOf } from '#tests/bench/bench-app.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, test } from '#tests/support/product-test.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import type { Organisation } from '#tests/support/test-app.ts'

/** The name of the table, which functions find in their environment. */
const tableName = () => process.env.TABLE_NAME ?? ''

let mine: Organisation
let theirs: Organisation
let foreign: Delivery
let own: Delivery
/** The commands that the SDK sent to the table during the test. */
let sent: string[]
test.beforeAll(async () => {
  mine = await app.createPharmacy()
  theirs = await app.createPharmacy()
  own = await aDelivery(app, mine)
  foreign = await aDelivery(app, theirs, { status: 'assigned' })
  app.services.table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        sent.push(commandName)
        return next(args)
      },
    { step: 'finalizeRequest' },
  )
})
test.beforeEach(() => {
  sent = []
})

interface Slip {
  caller: Caller
  table: Table
  /** The id of another tenant's delivery, which the request names. */
  id: string
}

const at = (pk: string, sk = 'DELIVERY') => ({ ...their().delivery(''), pk, sk })
const their = () => keysOf(theirs.tenant.id)
async function ownItem(): Promise<StoredDelivery> {
  const item = await app.table.get(keysOf(mine.tenant.id).delivery(own.id))
  if (!item) throw new Error('The own delivery is gone')
  return item
}

/** Mistakes that an operation could contain. Each would reach the data of another tenant or of all tenants. */
const slips: Record<string, (slip: Slip) => Promise<unknown>> = {
  'takes the tenant from the request': ({ table, id }) => table.get(keysOf(theirs.tenant.id).delivery(id)),
  'enters the tenant named in the request': async ({ table, id }) => {
    enterTenant(theirs.tenant.id)
    await table.get(their().delivery(id))
  },
  'opens its own scope for the tenant it wants': async ({ table, id }) =>
    runInTenant(theirs.tenant.id, () => table.get(their().delivery(id))),
  'reuses the keys of an earlier caller': ({ table, id }) => table.write(remove(their().delivery(id))),
  'omits the tenant from a key': ({ table, id }) => table.get(at(`D#${id}`)),
  'omits the delimiter, so that an ID may continue': ({ table, caller, id }) =>
    table.get(at(`T#${caller.tenant.id}0#D#${id}`)),
  'truncates the tenant’s ID': ({ table, caller, id }) => table.get(at(`T#${caller.tenant.id.slice(0, 8)}#D#${id}`)),
  'writes the tenant’s ID in capitals': ({ table, caller, id }) =>
    table.get(at(`T#${caller.tenant.id.toUpperCase()}#D#${id}`)),
  'has an undefined tenant': ({ table, id }) => table.get(at(`T#undefined#D#${id}`)),
  'reads another tenant’s item among its own': ({ table, caller, id }) =>
    table.getAll([caller.keys.tenant, their().delivery(id)]),
  'lists a status of every tenant': ({ table }) => table.query({ ...their().ofStatus('assigned'), pk: 'S#assigned' }),
  'lists another tenant’s status': ({ table }) => table.query(their().ofStatus('assigned')),
  'lists another tenant’s patients by name': ({ table }) => table.queryAll(their().names),
  'overwrites another tenant’s delivery': async ({ table, id }) =>
    table.write(put(their().delivery(id), await ownItem())),
  'adds its row to another tenant’s list': async ({ table, caller }) => {
    const write = put(caller.keys.delivery(own.id), await ownItem())
    await table.write({ ...write, item: { ...write.item, status_pk: their().ofStatus('assigned').pk } })
  },
  'moves its row to another tenant’s list': ({ table, caller }) =>
    table.write({
      ...remove(caller.keys.delivery(own.id)),
      effect: 'update',
      update: 'SET pharmacist_pk = :to',
      values: { ':to': their().ofPharmacist(null, 'unassigned').pk },
    }),
  'moves its row to another tenant’s list through a placeholder': ({ table, caller }) =>
    table.write({
      ...remove(caller.keys.delivery(own.id)),
      effect: 'update',
      update: 'SET #list = :to',
      names: { '#list': 'patient_pk' },
      values: { ':to': their().ofPatient(foreign.patient_id).pk },
    }),
  'changes another tenant’s patient along with its own tenant': ({ table, caller }) =>
    table.write(
      update(caller.keys.tenant, { add: { active_admins: 1 } }),
      update(their().patient(foreign.patient_id), { add: { open_deliveries: 1 } }),
    ),
  'checks another tenant’s role along with its own write': ({ table, caller }) =>
    table.write(
      update(caller.keys.tenant, { add: { active_admins: 1 } }),
      conditionCheck(their().role(theirs.roles[0]?.id ?? ''), { exists: true }),
    ),
  'deletes another tenant’s items in a batch': ({ table, id }) => {
    const { pk, sk } = their().delivery(id)
    const requests = [{ DeleteRequest: { Key: { pk, sk } } }]
    return table.client.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }))
  },
  'reads another tenant’s item in a transaction': ({ table, id }) => {
    const { pk, sk } = their().delivery(id)
    return table.client.send(
      new TransactGetCommand({ TransactItems: [{ Get: { TableName: tableName(), Key: { pk, sk } } }] }),
    )
  },
  'calls without the document client': ({ table, id }) => {
    const { pk, sk } = their().delivery(id)
    return table.client.send(new GetItemCommand({ TableName: tableName(), Key: { pk: { S: pk }, sk: { S: sk } } }))
  },
  'queries with a syntax that the table class does not use': ({ table, caller }) =>
    table.client.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :other',
        ExpressionAttributeValues: { ':other': their().organisation.pk, ':p': caller.keys.organisation.pk },
      }),
    ),
  'scans and filters by tenant': ({ table, caller }) =>
    table.client.send(
      new ScanCommand({
        TableName: tableName(),
        FilterExpression: 'tenant_id = :t',
        ExpressionAttributeValues: { ':t': caller.tenant.id },
      }),
    ),
  'sends PartiQL': ({ table, caller }) =>
    table.client.send(
      new ExecuteStatementCommand({ Statement: `SELECT * FROM "${tableName()}" WHERE pk = 'T#${caller.tenant.id}'` }),
    ),
  'signs the URL of another tenant’s picture': () =>
    app.services.media.address(`tenants/${theirs.tenant.id}/deliveries/a.png`),
  'claims another tenant’s upload': () => app.services.media.read(`uploads/${theirs.tenant.id}/a`, 1),
}

describe.each(Object.entries(slips))('an operation that %s', (_, slip) => {
  test('is blocked before anything leaves the process', async () => {
    const before = await tableDump(app)
    const logged = vi.spyOn(app.services.log, 'error')
    const operation: Operation<typeof readStatusHistory> = async ({ caller, params }) => {
      await slip({ caller, table: app.services.table, id: params.id })
      return []
    }
    // Only the two requests that find out who the caller is may be sent.
    const asks = ['BatchGetItemCommand', 'QueryCommand']
    const handler = createHandler({ readStatusHistory }, { readStatusHistory: operation }, app.services)
    const event = gatewayEventOf(readStatusHistory, { token: mine.admin.token, params: { id: foreign.id } })
    const { statusCode, body } = await handler(event)
    expect([statusCode, JSON.parse(body ?? '')]).toEqual([
      500,
      { detail: 'Internal server error', request_id: event.requestContext.requestId },
    ])
    expect(logged.mock.calls).toMatchObject([['request', { status: 500, error: { name: 'OutsideTenant' } }]])
    expect(sent.toSorted()).toEqual(asks)
    expect(await tableDump(app)).toBe(before)
    logged.mockRestore()
  })
})

describe('the tenant scope of a request', () => {
  let table: Table
  test.beforeAll(() => {
    table = app.services.table
  })

  test('is required to read anything from the table, even an email address', async () => {
    expect(currentTenantScope()).toBeUndefined()
    await expect(table.get(unscopedKeys.email('a@b.example'))).rejects.toThrow('not asked of the table')
    expect(sent).toEqual([])
  })
  test('allows only data outside tenants until the tenant is known', () =>
    runOutsideTenants(async () => {
      expect(await table.get(unscopedKeys.email('nobody@b.example'))).toBeUndefined()
      await expect(table.get(keysOf(mine.tenant.id).tenant)).rejects.toThrow('leaves the tenant')
    }))
  test('stays separate from concurrent requests’ scopes', async () => {
    const read = (organisation: Organisation) =>
      runInTenant(organisation.tenant.id, async () => {
        await table.get(unscopedKeys.email(randomUUID()))
        return (await table.get(keysOf(organisation.tenant.id).tenant))?.id
      })
    expect(await Promise.all([mine, theirs, mine].map(read))).toEqual([mine, theirs, mine].map((o) => o.tenant.id))
  })
})
