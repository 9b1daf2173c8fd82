import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { type Delivery, type DeliveryStatus, deliveryStatuses, photoLimitBytes } from '#shared/model/delivery.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { jpegOf, noPictures, type PictureType, pictures } from '#tests/support/pictures.ts'
import { type Organisation, openTestApp, type Person, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let pharmacy: Organisation
let known: string
beforeAll(async () => {
  app = await openTestApp()
  pharmacy = await app.createPharmacy()
  known = (await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id
})
afterAll(() => app.close())

const underWay = () => aDelivery(app, pharmacy, { status: 'in_progress', patient_id: known })
const read = async ({ id }: Delivery): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body

const notAnImage = { status: 415, body: { detail: 'Please upload an image file (JPEG, PNG, etc.)' } }
const problem = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })
const notFound = problem('delivery_photo_key', 'The uploaded photo was not found. Please add it again.')

describe('a photo in the form', () => {
  test.each(Object.keys(pictures) as PictureType[])('of the type %s is kept as what it is', async (type) => {
    const { id } = await underWay()
    const { status, body } = await complete(app, pharmacy.driver, id, { photo: pictures[type] })
    expect([status, body.delivery_photo_content_type]).toEqual([200, type])
    const picture = await fetch(body.delivery_photo_url)
    expect(picture.headers.get('content-type')).toBe(type)
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pictures[type])
  })

  test.each(Object.entries(noPictures))('that is %s is refused, whatever it is called', async (_, photo) => {
    const delivery = await underWay()
    expect(await complete(app, pharmacy.driver, delivery.id, { photo })).toMatchObject(notAnImage)
    expect(await read(delivery)).toMatchObject({ status: 'in_progress', version: delivery.version })
  })

  test('that is empty is refused', async () => {
    const { id } = await underWay()
    expect(await complete(app, pharmacy.driver, id, { photo: new Uint8Array() })).toMatchObject(notAnImage)
  })

  test('that was never chosen is no photo', async () => {
    const { id } = await underWay()
    const form = new FormData()
    form.set('data', JSON.stringify(completionData))
    form.set('delivery_photo', new File([], ''))
    const answer = await app.call(deliveries.completeDelivery, { as: pharmacy.driver, params: { id }, form })
    expect(answer).toMatchObject({ status: 200, body: { delivery_photo_url: null } })
  })

  test('of 4 MB is taken, of one byte more not', async () => {
    const { id } = await underWay()
    expect(await complete(app, pharmacy.driver, id, { photo: jpegOf(4_194_305) })).toMatchObject({ status: 413 })
    expect(await complete(app, pharmacy.driver, id, { photo: jpegOf(4_194_304) })).toMatchObject({ status: 200 })
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

describe('a photo inside the data', () => {
  const send = (id: string, bytes: Uint8Array) => {
    const delivery_photo = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
    const body = { ...completionData, delivery_photo, delivery_photo_content_type: 'image/jpeg' }
    return app.call(deliveries.completeDelivery, { as: pharmacy.driver, params: { id }, body })
  }

  test('is kept as what its bytes are', async () => {
    const { id } = await underWay()
    const { status, body } = await send(id, pictures['image/webp'])
    expect([status, body.delivery_photo_content_type]).toEqual([200, 'image/webp'])
    const picture = await fetch(body.delivery_photo_url)
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pictures['image/webp'])
  })

  test.each(Object.entries(noPictures))('that is %s is refused', async (_, bytes) => {
    const { id } = await underWay()
    expect(await send(id, bytes)).toMatchObject(notAnImage)
  })

  test('that is no picture’s data URL is refused on its field', async () => {
    const { id } = await underWay()
    const body = { ...completionData, delivery_photo: 'https://example.com/door.jpg' }
    expect(await app.call(deliveries.completeDelivery, { as: pharmacy.driver, params: { id }, body })).toMatchObject(
      problem('delivery_photo', 'Please upload an image file (JPEG, PNG, etc.)'),
    )
  })
})

describe('a photo uploaded on its own', () => {
  test('of 10 MB goes to S3 and belongs to the completed delivery', async () => {
    const { id } = await underWay()
    const photo = jpegOf(photoLimitBytes)
    const key = await uploaded(id, photo)
    const { status, body } = await finish(id, key)
    expect([status, body.delivery_photo_content_type]).toEqual([200, 'image/jpeg'])
    expect(new URL(body.delivery_photo_url).pathname).toContain(`/tenants/${pharmacy.tenant.id}/deliveries/${id}/`)
    const picture = await fetch(body.delivery_photo_url)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await picture.arrayBuffer()).equals(photo)).toBe(true)
  })

  test('that becomes something else after the look at its bytes is not kept', async () => {
    const delivery = await underWay()
    const { body } = await ask(delivery.id, { content_type: 'image/png', size: 100 })
    await post(body, pictures['image/png'])
    const { media } = app.services
    const { peek } = media
    media.peek = async (key) => {
      const looked = await peek(key)
      await post(body, new Uint8Array(Buffer.from('<script>hostile()</script>')))
      return looked
    }
    try {
      expect(await finish(delivery.id, body.photo_key)).toMatchObject(notFound)
    } finally {
      media.peek = peek
    }
    expect(await read(delivery)).toMatchObject({ status: 'in_progress', delivery_photo_url: null })
  })

  test('of one byte more is refused by S3', async () => {
    const { id } = await underWay()
    const { body } = await ask(id, { content_type: 'image/jpeg', size: photoLimitBytes })
    const answer = await post(body, jpegOf(photoLimitBytes + 1))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('EntityTooLarge')
    expect(await finish(id, body.photo_key)).toMatchObject(notFound)
  })

  test('is refused by S3 when empty, of another type or under another key', async () => {
    const { id } = await underWay()
    const { body } = await ask(id, { content_type: 'image/jpeg', size: 10 })
    expect((await post(body, new Uint8Array())).status).toBe(400)
    expect((await post(body, jpegOf(99), { 'Content-Type': 'text/html' })).status).toBe(403)
    expect((await post(body, jpegOf(99), { key: `tenants/${pharmacy.tenant.id}/x` })).status).toBe(403)
  })

  test('is looked at: no picture is taken for its name', async () => {
    const delivery = await underWay()
    const key = await uploaded(delivery.id, noPictures.SVG)
    expect(await finish(delivery.id, key)).toMatchObject(notAnImage)
    expect(await read(delivery)).toMatchObject({ status: 'in_progress' })
  })

  test('is kept as what it is, not as what it was called', async () => {
    const { id } = await underWay()
    const key = await uploaded(id, pictures['image/webp'])
    expect(await finish(id, key)).toMatchObject({ status: 200, body: { delivery_photo_content_type: 'image/webp' } })
  })

  test('with a long picture of its colours before the picture is still a PNG', async () => {
    const profile = Buffer.alloc(8 + 20_000 + 4)
    profile.writeUInt32BE(20_000)
    profile.write('iCCP', 4)
    const png = Buffer.from(pictures['image/png'])
    const { id } = await underWay()
    const key = await uploaded(id, new Uint8Array(Buffer.concat([png.subarray(0, 33), profile, png.subarray(33)])))
    expect(await finish(id, key)).toMatchObject({ status: 200, body: { delivery_photo_content_type: 'image/png' } })
  })

  test('serves with a change of status too', async () => {
    const { id } = await underWay()
    const body = { status: 'failed', delivery_photo_key: await uploaded(id, pictures['image/gif']) }
    const answer = await app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body })
    expect(answer).toMatchObject({ status: 200, body: { delivery_photo_content_type: 'image/gif' } })
  })
})

describe('a photo’s key', () => {
  test('of another delivery, another tenant or nowhere is not found', async () => {
    const { id } = await underWay()
    const other = await underWay()
    const stranger = await app.createPharmacy()
    const foreign = await aDelivery(app, stranger, { status: 'in_progress' })
    const asked = await ask(foreign.id, { content_type: 'image/jpeg', size: 9 }, stranger.driver)
    await post(asked.body, pictures['image/jpeg'])
    const prefix = `uploads/${pharmacy.tenant.id}/${id}/`
    const keys = [
      await uploaded(other.id, pictures['image/jpeg']),
      asked.body.photo_key,
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

  test('that is not even text is refused', async () => {
    const { id } = await underWay()
    for (const key of [7, {}, 'x'.repeat(401), 'x\u0000']) expect(await finish(id, key)).toMatchObject({ status: 422 })
  })
})

describe('an upload', () => {
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
    [{ content_type: 'image/png', size: 0 }, 'size', 'Please upload an image file (JPEG, PNG, etc.)'],
    [{ content_type: 'image/png' }, 'size', 'File size must be less than 10MB'],
    [{ content_type: 'image/png', size: 1.5 }, 'size', 'Must be a whole number'],
  ])('of %j is refused', async (body, field, msg) => {
    const { id } = await underWay()
    expect(await ask(id, body)).toMatchObject(problem(field, msg))
  })
  test.each([photoLimitBytes + 1, 1e300])('of %i bytes is too large', async (size) => {
    const { id } = await underWay()
    expect(await ask(id, { content_type: 'image/png', size })).toMatchObject({
      status: 413,
      body: { detail: 'File size must be less than 10MB' },
    })
  })
})
