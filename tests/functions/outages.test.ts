import { once } from 'node:events'
import { createServer } from 'node:http'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, vi } from 'vitest'
import { Table } from '#functions/data/table.ts'
import { openServices } from '#functions/http/services.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { makeReady, type ReadyCall } from '#tests/calls/make-ready.ts'
import { openWorkplace } from '#tests/calls/workplace.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

let delivery: Delivery
test.beforeAll(async () => {
  delivery = await aDelivery(app, pharmacy, { status: 'in_progress' })
})

const busy = {
  status: 503,
  text: '{"detail":"The service is busy right now. Please try again in a moment."}',
}
/** Responds without the table: the lists of the sign-up page are part of the product's code. */
const withoutTable = ['GET /api/registration/product-groups', 'GET /api/registration/products']
const nowhere = 'http://127.0.0.1:1'

describe('while the table', () => {
  let working: Table
  test.beforeAll(() => {
    working = app.services.table
  })
  afterEach(() => {
    app.services.table = working
  })

  test('is unreachable, every call that needs it returns 503 with a time to retry', { tags: ['proof'] }, async () => {
    app.services.google = testGoogleTokenReader
    const workplace = await openWorkplace(app)
    const calls: { routeKey: string; ready: ReadyCall }[] = []
    const needTheTable = everyCall().filter(({ routeKey }) => !withoutTable.includes(routeKey))
    for (const call of needTheTable) calls.push({ routeKey: call.routeKey, ready: await makeReady(call, workplace) })
    const client = new DynamoDBClient({ endpoint: nowhere, maxAttempts: 1 })
    app.services.table = new Table(DynamoDBDocumentClient.from(client), working.inUse)
    for (const { routeKey, ready } of calls) {
      const answer = await ready.send()
      expect([routeKey, answer]).toMatchObject([routeKey, busy])
      expect(answer.headers.get('retry-after')).toBe('2')
      expect(answer.headers.get('x-request-id')).toBeTruthy()
    }
    client.destroy()
  })

  test('accepts a call but never responds, the caller does not wait for it', { tags: ['proof'] }, async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : undefined
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${port}`)
    vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
    app.services.table = openServices(process.env).table
    expect(await app.call(deliveries.listDeliveries, { as: pharmacy.admin })).toMatchObject(busy)
    vi.unstubAllEnvs()
    silent.closeAllConnections()
    silent.close()
  })

  test.each(['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded', 'TimeoutError'])(
    'returns %s, so does the list',
    async (name) => {
      const mock = mockClient(working.client).rejects(Object.assign(new Error('Grace Hopper'), { name }))
      const answer = await app.call(deliveries.listDeliveries, { as: pharmacy.admin })
      mock.restore()
      expect(answer).toMatchObject(busy)
      expect(answer.headers.get('retry-after')).toBe('2')
    },
  )

  test('is back, everything works again', async () => {
    expect(await app.call(deliveries.listDeliveries, { as: pharmacy.admin })).toMatchObject({
      status: 200,
      body: [{ id: delivery.id }],
    })
  })
})

describe('while S3', () => {
  test('returns AccessDenied for a key, as for a missing one, the upload is not found', async () => {
    const upload = await app.call(deliveries.requestPhotoUpload, {
      as: pharmacy.driver,
      params: { id: delivery.id },
      body: { content_type: 'image/jpeg', size: 9 },
    })
    const denied = new S3ServiceException({
      name: 'AccessDenied',
      $fault: 'client',
      $metadata: { httpStatusCode: 403 },
    })
    const s3 = mockClient(S3Client).on(GetObjectCommand).rejects(denied)
    const data = { ...completionData, delivery_photo_key: upload.body.photo_key }
    const answer = await complete(app, pharmacy.driver, delivery.id, { data })
    s3.restore()
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'delivery_photo_key'] }] } })
  })
})
