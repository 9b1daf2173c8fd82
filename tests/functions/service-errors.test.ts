import {
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  InternalServerError,
  ItemCollectionSizeLimitExceededException,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ResourceNotFoundException,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect } from 'vitest'
import { Table } from '#functions/data/table.ts'
import { fixedTable } from '#functions/data/table-in-use.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { openLog } from '#functions/http/log.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery, complete } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { TestResponse } from '#tests/support/test-app.ts'

let working: Table
let lines: string[] = []
test.beforeAll(async () => {
  working = app.services.table
  app.services.log = openLog('INFO', (line) => lines.push(line))
})
afterEach(() => {
  app.services.table = working
  working.client.middlewareStack.remove('meddle')
})

const list = () => app.call(deliveries.listDeliveries, { as: pharmacy.admin })
const createRole = (name: string) => app.call(users.createRole, { as: pharmacy.admin, body: { name } })

/** Lets `change` change or refuse every table command of one kind. Returns a function that returns how many there were. */
function meddle(command: string, change: (input: object) => void): () => number {
  let count = 0
  working.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === command) {
          count++
          change(args.input)
        }
        return next(args)
      },
    { step: 'initialize', name: 'meddle' },
  )
  return () => count
}

const refuse = (command: string, error: Error) =>
  meddle(command, () => {
    throw error
  })

/** The fields that the SDK gives to every error that it makes from a response. */
const errorFields = { message: 'Grace Hopper', $metadata: { httpStatusCode: 400 } }
const named = (name: string) => new DynamoDBServiceException({ ...errorFields, name, $fault: 'client' })
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ ...errorFields, CancellationReasons: codes.map((Code) => ({ Code })) })

/** Waits for a call, and returns its response and the only line that it logged. */
async function answerAndLine(call: Promise<TestResponse>) {
  lines = []
  const { status, body, headers } = await call
  expect(lines).toHaveLength(1)
  const line = JSON.parse(lines[0] ?? '{}')
  expect(lines.join()).not.toContain('Hopper')
  return { status, body, retryAfter: headers.get('retry-after'), level: line.level, error: line.error }
}

const fault = (name: string, more: object = {}) => ({
  status: 500,
  body: { detail: 'Internal server error', request_id: expect.any(String) },
  retryAfter: null,
  level: 'ERROR',
  error: { name, stack: expect.stringContaining('    at '), ...more },
})

const busy = (name: string, more: object = {}) => ({
  status: 503,
  body: { detail: 'The service is busy right now. Please try again in a moment.' },
  retryAfter: '2',
  level: 'ERROR',
  error: { name, stack: expect.any(String), ...more },
})

describe('a permanent DynamoDB error is an internal error:', () => {
  test.each([
    new ResourceNotFoundException(errorFields),
    new ItemCollectionSizeLimitExceededException(errorFields),
    new IdempotentParameterMismatchException(errorFields),
    named('ValidationException'),
    named('AccessDeniedException'),
    named('UnrecognizedClientException'),
    named('KMSDisabledException'),
    named('KMSAccessDeniedException'),
  ])('$name', async (error) => {
    refuse('QueryCommand', error)
    expect(await answerAndLine(list())).toEqual(fault(error.name))
  })

  test('a missing table', async () => {
    app.services.table = new Table(working.client, fixedTable('another-table'))
    expect(await answerAndLine(list())).toEqual(fault('ResourceNotFoundException'))
  })

  test('an invalid query', async () => {
    meddle('QueryCommand', (input) => Object.assign(input, { Limit: -1 }))
    expect(await answerAndLine(list())).toEqual(fault('ValidationException'))
  })
})

test.each([
  new ProvisionedThroughputExceededException(errorFields),
  new RequestLimitExceeded(errorFields),
  new ThrottlingException(errorFields),
  new TransactionConflictException(errorFields),
  new TransactionInProgressException(errorFields),
  new InternalServerError({ ...errorFields, $metadata: { httpStatusCode: 500 } }),
  named('KMSThrottlingException'),
])('a temporary DynamoDB error returns 503: $name', async (error) => {
  refuse('QueryCommand', error)
  expect(await answerAndLine(list())).toEqual(busy(error.name))
})

describe('a cancelled transaction', () => {
  test.each([
    [['ValidationError']],
    [['ItemCollectionSizeLimitExceeded']],
    [['AccessDenied']],
    [['ValidationError', 'TransactionConflict']],
    [['ConditionalCheckFailed', 'ValidationError']],
  ])('is an internal error without retries if the reason is permanent: %s', async (codes) => {
    const requestCount = refuse('TransactWriteItemsCommand', cancelled('None', ...codes))
    const reasons = codes.filter((code) => code !== 'ConditionalCheckFailed')
    expect(await answerAndLine(createRole('Cancelled'))).toEqual(fault('TransactionCanceledException', { reasons }))
    expect(requestCount()).toBe(1)
  })

  test('is an internal error without retries if there is no reason', async () => {
    const requestCount = refuse('TransactWriteItemsCommand', cancelled())
    expect(await answerAndLine(createRole('Cancelled'))).toEqual(fault('TransactionCanceledException'))
    expect(requestCount()).toBe(1)
  })

  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is retried six times and logged if the reason is temporary: %s',
    async (code) => {
      const requestCount = refuse('TransactWriteItemsCommand', cancelled(code, 'None', code))
      const expected = busy('TransactionCanceledException', { reasons: [code] })
      expect(await answerAndLine(createRole('Cancelled'))).toEqual(expected)
      expect(requestCount()).toBe(6)
    },
  )

  test('returns 409 if a condition failed', async () => {
    await createRole('Taken')
    expect(await createRole('taken')).toMatchObject({ status: 409 })
  })

  test('is an internal error without retries if the table cannot apply an update', async () => {
    const { body: role } = await createRole('Miscounted')
    const key = keysOf(pharmacy.tenant.id).role(role.id)
    await app.table.write({ ...update(key, { set: { user_count: 0 } }), values: { ':0': 'many' } })
    const invite = { full_name: 'Ivy', email: 'ivy@example.com', roles: [role.id] }
    const requestCount = meddle('TransactWriteItemsCommand', () => undefined)
    expect(await answerAndLine(app.call(users.createUser, { as: pharmacy.admin, body: invite }))).toEqual(
      fault('TransactionCanceledException', { reasons: ['ValidationError'] }),
    )
    expect(requestCount()).toBe(1)
  })
})

describe('a failing service:', () => {
  test.each([
    ['KMS.DisabledException', 400],
    ['AccessDenied', 403],
    ['NoSuchBucket', 404],
  ])('S3’s %s is an internal error', async (name, httpStatusCode) => {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const s3 = mockClient(S3Client).rejects(
      new S3ServiceException({ name, message: 'Grace Hopper', $fault: 'client', $metadata: { httpStatusCode } }),
    )
    const answer = await answerAndLine(complete(app, pharmacy.driver, id))
    s3.restore()
    expect(answer).toEqual(fault(name))
  })

  test.each([
    ['SlowDown', 503],
    ['InternalError', 500],
    ['RequestTimeout', 400],
  ])('S3’s %s is temporary', async (name, httpStatusCode) => {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const s3 = mockClient(S3Client).rejects(
      new S3ServiceException({ name, message: 'Grace Hopper', $fault: 'server', $metadata: { httpStatusCode } }),
    )
    const answer = await answerAndLine(complete(app, pharmacy.driver, id))
    s3.restore()
    expect(answer).toEqual(busy(name))
  })
})
