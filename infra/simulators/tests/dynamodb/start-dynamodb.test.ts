import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderError, startDynamodb } from '../../dynamodb/start-dynamodb.ts'
import { itemKey, n } from './cases/case.ts'
import { forkSimulator } from './forked-simulator.ts'
import { dynamodbClient, makeTable } from './table.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dynamodb-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const refusal = (start: Promise<unknown>): Promise<unknown> =>
  start.then(
    () => 'started',
    (error: unknown) => error,
  )

test('writes survive a restart', async () => {
  const first = await startDynamodb({ dataDir })
  await makeTable(dynamodbClient(first.endpoint), 'kept')
  await dynamodbClient(first.endpoint).putItem({ TableName: 'kept', Item: itemKey('a', '1') })
  await first.close()

  const second = await startDynamodb({ dataDir })
  const { Item } = await dynamodbClient(second.endpoint).getItem({ TableName: 'kept', Key: itemKey('a', '1') })
  const { Table } = await dynamodbClient(second.endpoint).describeTable({ TableName: 'kept' })
  await second.close()
  expect(Item).toEqual(itemKey('a', '1'))
  expect(Table?.TableStatus).toBe('ACTIVE')
})

test('a start reports a data folder that another process is using', async () => {
  const other = await forkSimulator(dataDir)
  const error = await refusal(startDynamodb({ dataDir }))
  await other.kill()
  expect(error).toBeInstanceOf(DataFolderError)
  expect(error).toHaveProperty(
    'message',
    `The data folder ${dataDir} is in use by another process, probably a Carelane that is still running. Stop it or use another folder`,
  )
})

test('a start reports a data folder that cannot be created', async () => {
  await writeFile(join(dataDir, 'file'), '')
  const error = await refusal(startDynamodb({ dataDir: join(dataDir, 'file', 'data') }))
  expect(error).toBeInstanceOf(DataFolderError)
  expect(error).toHaveProperty('message', expect.stringContaining('file/data cannot be read or written: '))
})

test('a start reports a damaged data folder', async () => {
  await (await startDynamodb({ dataDir })).close()
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('MANIFEST')) await writeFile(join(dataDir, name), 'not LevelDB')
  }
  const error = await refusal(startDynamodb({ dataDir }))
  expect(error).toBeInstanceOf(DataFolderError)
  expect(error).toHaveProperty('message', expect.stringContaining(' is damaged. '))
})

test('a start on a port in use fails and leaves the data folder free', async () => {
  const other = await startDynamodb({ dataDir: ':memory:' })
  const port = Number(new URL(other.endpoint).port)
  expect(await refusal(startDynamodb({ dataDir, port }))).toMatchObject({ code: 'EADDRINUSE', port })
  await other.close()
  await (await startDynamodb({ dataDir, port })).close()
})

test('a client request token is forgotten after ten minutes', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const { endpoint, close } = await startDynamodb({ dataDir: ':memory:', now: () => now })
  const db = dynamodbClient(endpoint)
  await makeTable(db, 'tokens')
  const count = async () => {
    const Update = {
      TableName: 'tokens',
      Key: itemKey('a', '1'),
      UpdateExpression: 'ADD x :one',
      ExpressionAttributeValues: { ':one': n(1) },
    }
    await db.transactWriteItems({ ClientRequestToken: 'one', TransactItems: [{ Update }] })
    const { Item } = await db.getItem({ TableName: 'tokens', Key: itemKey('a', '1') })
    return Item?.x
  }
  expect(await count()).toEqual(n(1))
  now += 10 * 60 * 1000 - 1
  expect(await count()).toEqual(n(1))
  now += 1
  expect(await count()).toEqual(n(2))
  await close()
})

test('unsupported calls are rejected', async () => {
  const { endpoint, close } = await startDynamodb({ dataDir: ':memory:' })
  expect(await refusal(dynamodbClient(endpoint).listBackups({}))).toHaveProperty('name', 'UnknownOperationException')
  await close()
})
