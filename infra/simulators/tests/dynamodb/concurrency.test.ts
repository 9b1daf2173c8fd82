import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDynamodb } from '../../dynamodb/start-dynamodb.ts'
import { itemKey, n } from './cases/case.ts'
import { accountCount, expectNoHalfOrLostWrite, noteBatchWrite, paymentWrite, relabelWrite } from './ledger.ts'
import { dynamodbClient, makeTable } from './table.ts'

let simulator: Awaited<ReturnType<typeof startDynamodb>>
const db = () => dynamodbClient(simulator.endpoint)

beforeAll(async () => {
  simulator = await startDynamodb({ dataDir: ':memory:' })
})
afterAll(() => simulator.close())

test('concurrent transactions, single writes and batches on the same items lose nothing', {
  timeout: 30_000,
}, async () => {
  await makeTable(db(), 'ledger')
  const writes = Array.from({ length: 100 }, () => [
    paymentWrite('ledger'),
    paymentWrite('ledger'),
    relabelWrite('ledger'),
    noteBatchWrite('ledger'),
  ]).flat()
  const client = db()
  await Promise.all(writes.map((write) => write.send(client)))
  await expectNoHalfOrLostWrite(client, 'ledger', new Set(writes.flatMap(({ makes }) => makes)))
})

test('a transaction reads a single moment, despite concurrent writes', { timeout: 30_000 }, async () => {
  await makeTable(db(), 'moments')
  const client = db()
  const sum = async () => {
    const { Responses } = await client.transactGetItems({
      TransactItems: Array.from({ length: accountCount }, (_, account) => ({
        Get: { TableName: 'moments', Key: itemKey('account', String(account)) },
      })),
    })
    return Responses?.reduce((total, { Item }) => total + Number(Item?.balance?.N ?? 0), 0)
  }
  const rounds = Array.from({ length: 200 }, async () => {
    const [total] = await Promise.all([sum(), paymentWrite('moments').send(client)])
    return total
  })
  expect(new Set(await Promise.all(rounds))).toEqual(new Set([0]))
})

test('one of many concurrent writes with the same condition succeeds', async () => {
  await makeTable(db(), 'race')
  const client = db()
  await client.putItem({ TableName: 'race', Item: { ...itemKey('a', '1'), version: n(1), wins: n(0) } })
  const update = {
    TableName: 'race',
    Key: itemKey('a', '1'),
    UpdateExpression: 'SET version = version + :one, wins = wins + :one',
    ConditionExpression: 'version = :one',
    ExpressionAttributeValues: { ':one': n(1) },
  }
  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, (_, place) =>
      place % 2 ? client.updateItem(update) : client.transactWriteItems({ TransactItems: [{ Update: update }] }),
    ),
  )
  const losses = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.name] : []))
  expect(losses).toHaveLength(39)
  expect(new Set(losses)).toEqual(new Set(['ConditionalCheckFailedException', 'TransactionCanceledException']))
  const { Item } = await client.getItem({ TableName: 'race', Key: itemKey('a', '1') })
  expect(Item?.wins).toEqual(n(1))
})
