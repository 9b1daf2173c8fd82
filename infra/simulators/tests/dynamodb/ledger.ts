import { randomInt, randomUUID } from 'node:crypto'
import { type DynamoDB, paginateQuery } from '@aws-sdk/client-dynamodb'
import { expect } from 'vitest'
import { type Item, itemKey, n, s, statusIndexAttributes } from './cases/case.ts'

/**
 * The number of accounts, which pay each other. All writes go to one table with an index, and every write changes index entries, so
 * a half-done write shows: either a balance differs from the sum of its payments, or the index differs from the items.
 */
export const accountCount = 5
const statuses = ['open', 'done', 'late']

export interface Write {
  /** The sort keys of the items that the write creates. */
  makes: string[]
  send(db: DynamoDB): Promise<unknown>
}

const anyStatus = () => statuses[randomInt(statuses.length)] ?? ''
const change = (TableName: string, account: number, id: string) => ({
  TableName,
  Key: itemKey('account', String(account)),
  ExpressionAttributeNames: { '#s': 'status' },
  ExpressionAttributeValues: { ':s': s(anyStatus()), ':id': s(id) },
  UpdateExpression: 'SET #s = :s, due = :id, title = :id',
})

/** Returns a payment in one transaction, which can be sent again without paying twice. */
export function paymentWrite(TableName: string): Write {
  const id = randomUUID()
  const from = randomInt(accountCount)
  const to = (from + 1 + randomInt(accountCount - 1)) % accountCount
  const amount = randomInt(1, 100)
  const pay = (account: number, sum: number) => {
    const { UpdateExpression, ExpressionAttributeValues, ...rest } = change(TableName, account, id)
    return {
      Update: {
        ...rest,
        UpdateExpression: `${UpdateExpression} ADD balance :sum`,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':sum': n(sum) },
      },
    }
  }
  const Item = {
    ...itemKey('payment', id),
    ...statusIndexAttributes('paid', id),
    from: n(from),
    to: n(to),
    amount: n(amount),
  }
  const TransactItems = [
    pay(from, -amount),
    pay(to, amount),
    { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
  ]
  return { makes: [id], send: (db) => db.transactWriteItems({ ClientRequestToken: id, TransactItems }) }
}

/** Returns a single write to an account that payments write to as well. */
export function relabelWrite(TableName: string): Write {
  const input = change(TableName, randomInt(accountCount), randomUUID())
  return { makes: [], send: (db) => db.updateItem(input) }
}

export function noteBatchWrite(TableName: string): Write {
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const requests = ids.map((id) => ({
    PutRequest: { Item: { ...itemKey('note', id), ...statusIndexAttributes('noted', id) } },
  }))
  return { makes: ids, send: (db) => db.batchWriteItem({ RequestItems: { [TableName]: requests } }) }
}

export function anyWrite(TableName: string): Write {
  return (
    [paymentWrite, paymentWrite, relabelWrite, noteBatchWrite][randomInt(4)]?.(TableName) ?? paymentWrite(TableName)
  )
}

export async function expectNoHalfOrLostWrite(
  db: DynamoDB,
  TableName: string,
  acknowledged: ReadonlySet<string>,
): Promise<void> {
  const under = (pk: string) => all(db, { TableName, ...where('pk', pk) })
  const [held, payments, noted] = await Promise.all([under('account'), under('payment'), under('note')])
  const items = [...held, ...payments, ...noted]

  const expected = new Map(held.map((account) => [account.sk?.S, 0]))
  for (const { from, to, amount } of payments) {
    expected.set(from?.N, (expected.get(from?.N) ?? 0) - Number(amount?.N))
    expected.set(to?.N, (expected.get(to?.N) ?? 0) + Number(amount?.N))
  }
  expect(new Map(held.map(({ sk, balance }) => [sk?.S, Number(balance?.N ?? 0)]))).toEqual(expected)

  const entries = await Promise.all(
    [...statuses, 'paid', 'noted'].map((status) =>
      all(db, { TableName, IndexName: 'by_status', ...where('status', status) }),
    ),
  )
  expect(sorted(entries.flat())).toEqual(sorted(items.map(projected)))

  const there = new Set(items.map(({ sk }) => sk?.S ?? ''))
  expect([...acknowledged].filter((id) => !there.has(id))).toEqual([])
}

const where = (name: string, value: string) => ({
  KeyConditionExpression: '#n = :v',
  ExpressionAttributeNames: { '#n': name },
  ExpressionAttributeValues: { ':v': s(value) },
})
const projected = ({ pk, sk, status, due, title }: Item) => ({ pk, sk, status, due, title })
const sorted = (items: Partial<Item>[]) => items.toSorted((a, b) => (String(a.sk?.S) < String(b.sk?.S) ? -1 : 1))

async function all(client: DynamoDB, input: Parameters<typeof paginateQuery>[1]): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of paginateQuery({ client }, input)) items.push(...(page.Items ?? []))
  return items
}
