import { randomUUID } from 'node:crypto'
import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { photoLimitBytes } from '#shared/model/completion.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { jpegOfSize, type PictureType, pictures, refusedPhotoFiles } from '#tests/support/pictures.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

let known: string
test.beforeAll(async () => {
  known = (await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id
})

const underWay = () => aDelivery(app, pharmacy, { status: 'in_progress', patient_id: known })
const read = async ({ id }: Delivery): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body

const notAnImage = { status: 415, body: { detail: 'Please upload an image file (JPEG, PNG, etc.)' } }
const problem = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })
const notFound = problem('delivery_photo_key', 'The uploaded photo was not found. Please add it again.')

describe('a photo in the form', () => {
  test.each(Object.keys(pictures) as PictureType[])('is stored with its type if that is %s', async (type) => {
    const { id } = await underWay()
    const { status, body } = await complete(app, pharmacy.driver, id, { photo: pictures[type] })
    expect([status, body.delivery_photo_content_type]).toEqual([200, type])
    expect(body.delivery_photo).toBe(body.delivery_photo_url)
    const picture = await fetch(body.delivery_photo_url)
    expect(picture.headers.get('content-type')).toBe(type)
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pictures[type])
  })

  test.each(sampleUnlessProof(Object.entries(refusedPhotoFiles), 1, 3))(
    'that is really %s is rejected, whatever its declared type',
    async (_, photo) => {
      const delivery = await underWay()
      expect(await complete(app, pharmacy.driver, delivery.id, { photo })).toMatchObject(notAnImage)
      expect(await read(delivery)).toMatchObject({ status: 'in_progress', version: delivery.version })
    },
  )

  test('is rejected if empty', async () => {
    const { id } = await underWay()
    expect(await complete(app, pharmacy.driver, id, { photo: new Uint8Array() })).toMatchObject(notAnImage)
  })

  test('that was never chosen counts as absent', async () => {
    const { id } = await underWay()
    const form = new FormData()
    form.set('data', JSON.stringify(completionData))
    form.set('delivery_photo', new File([], ''))
    const answer = await app.call(deliveries.completeDelivery, { as: pharmacy.driver, params: { id }, form })
    expect(answer).toMatchObject({ status: 200, body: { delivery_photo_url: null } })
  })

  test('is stored again if another request stores it concurrently', async () => {
    const { id } = await underWay()
    const s3 = mockClient(S3Client)
    const conflict = {
      name: 'ConditionalRequestConflict',
      $fault: 'client',
      $metadata: { httpStatusCode: 409 },
    } as const
    s3.on(PutObjectCommand).rejectsOnce(new S3ServiceException(conflict)).resolves({})
    const { status } = await complete(app, pharmacy.driver, id, { photo: pictures['image/jpeg'] })
    const keys = s3
      .commandCalls(PutObjectCommand)
      .map(({ args }) => args[0].input.Key?.split('/').at(-1)?.split('-')[0])
    s3.restore()
    // The two writes are sent at the same time. One of them, whichever came first, is sent once more.
    expect([status, keys.length, new Set(keys)]).toEqual([200, 3, new Set(['signature', 'photo'])])
  })

  test('of 4 MB is accepted, and one byte more is rejected', async () => {
    const { id } = await underWay()
    expect(await complete(app, pharmacy.driver, id, { photo: jpegOfSize(4_194_305) })).toMatchObject({ status: 413 })
    expect(await complete(app, pharmacy.driver, id, { photo: jpegOfSize(4_194_304) })).toMatchObject({ status: 200 })
  })
})

const ask = (id: string, body: object, as: Person = pharmacy.driver) =>
  app.call(deliveries.requestPhotoUpload, { as, params: { id }, body })

interface Upload {
  url: string
  fields: Record<string, string>
  photo_key: string
}

function post({ url, fields }: Upload, bytes: Uint8Array<ArrayBuffer>, changed: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...changed })) form.set(name, value)
  form.set('file', new Blob([bytes]))
  return fetch(url, { method: 'POST', body: form })
}

async function uploaded(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { body } = await ask(id, { content_type: 'image/jpeg', size: bytes.length })
  const answer = await post(body, bytes)
  expect(answer.status).toBe(204)
  return body.photo_key
}

const finish = (id: string, delivery_photo_key: unknown, as: Person = pharmacy.driver) =>
  complete(app, as, id, { data: { ...completionData, delivery_photo_key } })

describe('a photo sent as a data URL', () => {
  const send = (id: string, bytes: Uint8Array) => {
    const delivery_photo = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
    const body = { ...completionData, delivery_photo, delivery_photo_content_type: 'image/jpeg' }
    return app.call(deliveries.completeDelivery, { as: pharmacy.driver, params: { id }, body })
  }

  test('is stored with the type of its content', async () => {
    const { id } = await underWay()
    const { status, body } = await send(id, pictures['image/png'])
    expect([status, body.delivery_photo_content_type]).toEqual([200, 'image/png'])
    const picture = await fetch(body.delivery_photo_url)
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pictures['image/png'])
  })

  test.each(sampleUnlessProof(Object.entries(refusedPhotoFiles), 0, 6))('that is %s is rejected', async (_, bytes) => {
    const { id } = await underWay()
    expect(await send(id, bytes)).toMatchObject(notAnImage)
  })

  test('is rejected on its field if it is not a picture', async () => {
    const { id } = await underWay()
    const body = { ...completionData, delivery_photo: 'https://example.com/door.jpg' }
    expect(await app.call(deliveries.completeDelivery, { as: pharmacy.driver, params: { id }, body })).toMatchObject(
      problem('delivery_photo', 'Please upload an image file (JPEG, PNG, etc.)'),
    )
  })
})

describe('a photo uploaded to S3', () => {
  test('may have 10 MB and belongs to the completed delivery', async () => {
    const { id } = await underWay()
    const photo = jpegOfSize(photoLimitBytes)
    const key = await uploaded(id, photo)
    const { status, body } = await finish(id, key)
    expect([status, body.delivery_photo_content_type]).toEqual([200, 'image/jpeg'])
    expect(new URL(body.delivery_photo_url).pathname).toContain(`/tenants/${pharmacy.tenant.id}/deliveries/${id}/`)
    const picture = await fetch(body.delivery_photo_url)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await picture.arrayBuffer()).equals(photo)).toBe(true)
  })

  test('is not stored if it is replaced after its content was checked', async () => {
    const { id } = await underWay()
    const { body } = await ask(id, { content_type: 'image/png', size: 100 })
    await post(body, pictures['image/png'])
    const { media } = app.services
    const { read: readObject } = media
    media.read = async (key, mostBytes) => {
      const original = await readObject(key, mostBytes)
      await post(body, new Uint8Array(Buffer.from('<script>hostile()</script>')))
      return original
    }
    try {
      const { body: completed } = await finish(id, body.photo_key)
      const shown = await fetch(completed.delivery_photo_url)
      expect(new Uint8Array(await shown.arrayBuffer())).toEqual(pictures['image/png'])
    } finally {
      media.read = readObject
    }
  })

  test('is rejected by S3 if one byte larger than that', async () => {
    const { id } = await underWay()
    const { body } = await ask(id, { content_type: 'image/jpeg', size: photoLimitBytes })
    const answer = await post(body, jpegOfSize(photoLimitBytes + 1))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('EntityTooLarge')
    expect(await finish(id, body.photo_key)).toMatchObject(notFound)
  })

  test('is rejected by S3 if it is empty, of another type or under another key', async () => {
    const { id } = await underWay()
    const { body } = await ask(id, { content_type: 'image/jpeg', size: 10 })
    expect((await post(body, new Uint8Array())).status).toBe(400)
    expect((await post(body, jpegOfSize(999), { 'Content-Type': 'text/html' })).status).toBe(403)
    expect((await post(body, jpegOfSize(999), { key: `tenants/${pharmacy.tenant.id}/x` })).status).toBe(403)
  })

  test('is rejected if its content is not a picture', async () => {
    const delivery = await underWay()
    const key = await uploaded(delivery.id, refusedPhotoFiles.SVG)
    expect(await finish(delivery.id, key)).toMatchObject(notAnImage)
    expect(await read(delivery)).toMatchObject({ status: 'in_progress' })
  })

  test('is stored with its actual type, not the declared one', async () => {
    const { id } = await underWay()
    const key = await uploaded(id, pictures['image/png'])
    expect(await finish(id, key)).toMatchObject({ status: 200, body: { delivery_photo_content_type: 'image/png' } })
  })

  test('can also be used with a status change', async () => {
    const { id } = await underWay()
    const body = { status: 'failed', delivery_photo_key: await uploaded(id, pictures['image/png']) }
    const answer = await app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body })
    expect(answer).toMatchObject({ status: 200, body: { delivery_photo_content_type: 'image/png' } })
  })
})

describe('a photo’s key', () => {
  test('is not found if it belongs to another delivery, to another tenant or to no upload', async () => {
    const { id } = await underWay()
    const other = await underWay()
    const stranger = await app.createPharmacy()
    const foreign = await aDelivery(app, stranger, { status: 'in_progress' })
    const upload = await ask(foreign.id, { content_type: 'image/jpeg', size: 9 }, stranger.driver)
    await post(upload.body, pictures['image/jpeg'])
    const prefix = `uploads/${pharmacy.tenant.id}/${id}/`
    const keys = [
      await uploaded(other.id, pictures['image/jpeg']),
      upload.body.photo_key,
      `${prefix}${randomUUID()}`,
      prefix,
      `${prefix}../${other.id}/x`,
      `${prefix}${'x'.repeat(250)}`,
      `${prefix}%2e%2e/é`,
      'tenants',
      '/etc/passwd',
    ]
    for (const key of keys) expect([key, await finish(id, key)]).toMatchObject([key, notFound])
  })

  test('is rejected if it is not a string', async () => {
    const { id } = await underWay()
    for (const key of [7, {}, 'x'.repeat(401), 'x\u0000']) expect(await finish(id, key)).toMatchObject({ status: 422 })
  })
})

describe('an upload URL', () => {
  test.each<DeliveryStatus>(deliveryStatuses.filter((status) => status !== 'in_progress'))(
    'is not offered for a delivery that is %s',
    async (status) => {
      const { id } = await aDelivery(app, pharmacy, { status, patient_id: known })
      expect(await ask(id, { content_type: 'image/jpeg', size: 9 })).toMatchObject({
        status: 409,
        body: { detail: 'A photo can only be added to a delivery in progress' },
      })
    },
  )
  test.each([
    [{ content_type: 'image/svg+xml', size: 9 }, 'content_type', 'Please upload an image file (JPEG, PNG, etc.)'],
    [{ content_type: 'text/html', size: 9 }, 'content_type', 'Please upload an image file (JPEG, PNG, etc.)'],
    [{ size: 9 }, 'content_type', 'Please upload an image file (JPEG, PNG, etc.)'],
    [{ content_type: 'image/heic', size: 9 }, 'content_type', 'Please upload an image file (JPEG, PNG, etc.)'],
    [{ content_type: 'image/png', size: 0 }, 'size', 'Please upload an image file (JPEG, PNG, etc.)'],
    [{ content_type: 'image/png' }, 'size', 'File size must be less than 10MB'],
    [{ content_type: 'image/png', size: 1.5 }, 'size', 'Must be a whole number'],
  ])('is not offered for a file of %j', async (body, field, msg) => {
    const { id } = await underWay()
    expect(await ask(id, body)).toMatchObject(problem(field, msg))
  })
  test.each([photoLimitBytes + 1, 1e300])('is not offered for a file of %i bytes, which is too large', async (size) => {
    const { id } = await underWay()
    expect(await ask(id, { content_type: 'image/png', size })).toMatchObject({
      status: 413,
      body: { detail: 'File size must be less than 10MB' },
    })
  })
})
