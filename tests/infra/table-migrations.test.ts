import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { describe, expect } from 'vitest'
import { migrationProgressKeys } from '#functions/data/entities/migration-progress.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, remove, update } from '#functions/data/writes.ts'
import { openLog } from '#functions/http/log.ts'
import { createMigrationHandler } from '#functions/migrations/create-migration-handler.ts'
import type { Migration } from '#functions/migrations/migration.ts'
import { migrations as released } from '#functions/migrations/migrations.ts'
import { migrateSegment, runMigration, tableSegments } from '#functions/migrations/run-migration.ts'
import { TableMigrations } from '#infra/constructs/table-migrations.ts'
import { listActivity } from '#shared/api/activity.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { app, test as it } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'
import { type ItemCall, runAsArea, watchItemCalls } from '#tests/support/watch-item-calls.ts'
import { exampleMigration, oldAttribute } from './example-migration.ts'
import { isAllowed } from './iam.ts'
import { statementsOf } from './policies.ts'
import { definitionOf, runStateMachine } from './state-machine.ts'
import { synthesise, textOf } from './synthesise.ts'

const { template } = synthesise('prod')

interface Step {
  migration: string
  segment: number
  isDone?: boolean
}

let at: Organisation
let subject: string
let calls: ItemCall[]
it.beforeAll(async () => {
  calls = watchItemCalls(app.table.client)
})

/** Makes a pharmacy with this many events, a multiple of 50, that have the attribute which the example removes. */
async function makeOldEvents(number: number) {
  at = await app.createPharmacy()
  const { id } = await aDelivery(app, at)
  subject = id
  const keys = keysOf(at.tenant.id)
  const [event] = await app.table.queryAll(keys.eventsOfSubject(id))
  if (!event) throw new Error('The delivery has no event')
  for (let i = 0; i < number; i += 50)
    await Promise.all(
      Array.from({ length: 50 }, () => {
        const write = put(keys.event(id, event.at, crypto.randomUUID()), event)
        return app.table.write({ ...write, item: { ...write.item, [oldAttribute]: 'T#t#F#delivery.read' } })
      }),
    )
}

/** Counts the events that still have the attribute which the example removes. */
async function oldKeys(): Promise<number> {
  let number = 0
  for (let next: Record<string, unknown> | undefined, isFirst = true; next || isFirst; isFirst = false) {
    const TableName = await app.table.inUse.forReading()
    const page = await app.table.client.send(new ScanCommand({ TableName, ExclusiveStartKey: next }))
    number += (page.Items ?? []).filter((item) => oldAttribute in item).length
    next = page.LastEvaluatedKey
  }
  return number
}
const progress = () =>
  Promise.all(
    tableSegments.map((segment) => app.table.get(migrationProgressKeys.migration(exampleMigration.name, segment))),
  )

describe('a migration', () => {
  it('that was killed continues where it stopped and misses nothing', async () => {
    await makeOldEvents(450)
    const running = { table: app.table, now: () => app.clock.now }
    let writes = 0
    app.table.client.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName === 'UpdateItemCommand' && ++writes === 230) throw new Error('killed')
          return next(args)
        },
      { step: 'initialize', name: 'killed' },
    )
    await expect(runMigration(exampleMigration, running)).rejects.toThrow('killed')
    app.table.client.middlewareStack.remove('killed')
    const stopped = (await progress()).find((each) => each?.position)
    expect(stopped).toMatchObject({ seen: 200 })
    expect(await oldKeys()).toBeGreaterThan(0)
    await runMigration(exampleMigration, running)
    expect(await oldKeys()).toBe(0)
    const seen = (await progress()).reduce((sum, each) => sum + (each?.seen ?? 0), 0)
    // No item was counted twice, because the page that the kill interrupted had not been counted.
    expect(seen).toBeLessThan(450 + 200)
  })

  it('uses only the table actions that its function’s role allows', async () => {
    await makeOldEvents(50)
    const patient_id = (await aPatient(app, at.admin, { name: 'Peg O’Brien' })).id
    await aDelivery(app, at, { patient_id, status: 'assigned' })
    await app.table.write(update(keysOf(at.tenant.id).patient(patient_id), { remove: ['folding'] }))
    calls.length = 0
    for (const migration of [exampleMigration, ...released])
      await runAsArea('migration', () =>
        runMigration({ ...migration, name: `${migration.name} anew` }, { table: app.table, now: () => app.clock.now }),
      )
    const rights = statementsOf(template).filter(({ id }) => id.startsWith('Appmigration'))
    const [tableId] = Object.keys(template.findResources('AWS::DynamoDB::Table'))
    const may = (action: string, partitions: readonly string[]) =>
      isAllowed(rights, {
        action: `dynamodb:${action}`,
        resource: `<${tableId}.Arn>`,
        context: { ...(action !== 'Scan' && { 'dynamodb:LeadingKeys': partitions }) },
      })
    expect(new Set(calls.map(({ action }) => action))).toEqual(
      new Set(['Scan', 'UpdateItem', 'GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem']),
    )
    for (const { action, partitions } of calls) expect([action, may(action, partitions)]).toEqual([action, true])
    for (const action of ['PutItem', 'DeleteItem', 'GetItem']) expect(may(action, ['T#t#EVENTS#2026'])).toBe(false)
  })
})

/** Returns the template of a stack that only has the state machine for these migrations. */
function machineOf(migrations: readonly Migration[]): Template {
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Test')
  const arn = 'arn:aws:lambda:us-east-1:111122223333:function:the-function'
  const run = LambdaFunction.fromFunctionArn(stack, 'Function', arn)
  new TableMigrations(stack, 'Migrations', { environment: 'test', migrations, run })
  return Template.fromStack(stack)
}

describe('the state machine', () => {
  const another = { ...exampleMigration, name: '2026-11-28-another' }
  const migrations = [exampleMigration, another]
  const withMigrations = machineOf(migrations)
  const machine = definitionOf(withMigrations, 'carelane-test-migrations')

  it('runs every migration in every segment with the table in use, even if often cut off', {
    tags: ['proof'],
  }, async () => {
    await makeOldEvents(450)
    for (const segment of tableSegments)
      await app.table.write(remove(migrationProgressKeys.migration(exampleMigration.name, segment)))
    const handler = createMigrationHandler({ migrations, table: app.table, log: openLog('SILENT') })
    let invocations = 0
    const invoke = async (given: object) => {
      const step: Step = { migration: '', segment: 0, ...given }
      invocations += 1
      let pages = 0
      // The function has time for one page only.
      const answer = await handler(step, { getRemainingTimeInMillis: () => (pages++ === 0 ? 900_000 : 0) })
      if (invocations % 5 === 0) throw new Error('Its answer did not arrive')
      await app.call(listActivity, { as: at.admin, query: { subject_id: subject, limit: 1 } })
      return { ...answer }
    }
    await runStateMachine(machine, invoke)
    expect(invocations).toBeGreaterThan(tableSegments.length + 2)
    expect(await oldKeys()).toBe(0)
    for (const each of await progress()) expect(each).toHaveProperty('finished_at')
    const before = invocations
    await runStateMachine(machine, invoke)
    expect(invocations - before).toBeLessThan(2 * migrations.length * tableSegments.length)
  })

  it('runs migrations in order, with the live version of the function and no other permission', async () => {
    const withoutMigrations = machineOf([])
    const released = definitionOf(withoutMigrations, 'carelane-test-migrations')
    const nothing = () => Promise.reject(new Error('There is nothing to do'))
    expect(await runStateMachine(released, nothing)).toBe('Segments')
    const order = []
    for (let name = machine.States[machine.StartAt]?.Next; name; name = machine.States[name]?.Next) order.push(name)
    expect(order).toEqual([exampleMigration.name, another.name])
    const [ofRelease, ofTest] = [withoutMigrations, withMigrations].map((each) =>
      statementsOf(each)
        .filter(({ id, Principal }) => /Migrations?Machine/.test(id) && !Principal)
        .flatMap(({ Action, Resource }) => [Action].flat().map((action) => [action, textOf([Resource].flat()[0])])),
    )
    expect(ofRelease).toEqual([])
    expect(ofTest?.map(([action]) => action).sort()).toEqual([
      'lambda:InvokeFunction',
      'states:DescribeExecution',
      'states:RedriveExecution',
      'states:StartExecution',
      'states:StopExecution',
    ])
    for (const [, resource] of ofTest ?? []) expect(resource).toMatch(/<MigrationsMachine\w+>|:the-function$/)
  })

  it('rejects a migration that its release does not have', async () => {
    const { handler: released } = await import('#functions/lambdas/migration.ts')
    await expect(
      released({ migration: 'unknown', segment: 0 }, { getRemainingTimeInMillis: () => 900_000 }),
    ).rejects.toThrow('There is no migration unknown')
  })
})

it('a finished segment is not read again', async () => {
  calls.length = 0
  await runAsArea('migration', () =>
    migrateSegment(exampleMigration, 0, { table: app.table, now: () => app.clock.now }),
  )
  expect(calls.map(({ action }) => action)).toEqual(['GetItem'])
})
