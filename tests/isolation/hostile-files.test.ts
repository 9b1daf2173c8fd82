import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { aDelivery, completionData, signature } from '#tests/support/builders.ts'
import { hostileFiles } from '#tests/support/hostile-files.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { hiddenMarksPattern } from '#tests/support/picture-corpus.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { TestResponse } from '#tests/support/test-app.ts'

let known: string
test.beforeAll(async () => {
  known = (await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id
})

type Hostile = (typeof hostileFiles)[string]

/** Returns the number of photos in the bucket that can be shown. */
async function shownPhotos(): Promise<number> {
  const client = new S3Client({ forcePathStyle: true })
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: process.env.MEDIA_BUCKET }))
  client.destroy()
  return Contents.filter(({ Key }) => /^tenants\/.*\/photo-/.test(Key ?? '')).length
}

function formOf(data: object, { content, name, type }: Hostile) {
  const form = new FormData()
  form.set('data', JSON.stringify(data))
  form.set('delivery_photo', new File([content], name, { type }))
  return form
}

/** Uploads a file that is declared as a JPEG, whatever it is. S3 cannot check the declared type. */
async function upload(id: string, { content }: Hostile): Promise<string> {
  const body = { content_type: 'image/jpeg', size: Math.max(1, content.length) }
  const upload = await app.call(deliveries.requestPhotoUpload, { as: pharmacy.driver, params: { id }, body })
  const form = new FormData()
  for (const [field, value] of Object.entries<string>(upload.body.fields)) form.set(field, value)
  form.set('file', new Blob([content]))
  await fetch(upload.body.url, { method: 'POST', body: form })
  return upload.body.photo_key
}

const ways: Record<string, (id: string, file: Hostile) => Promise<TestResponse>> = {
  'the form of a completion': (id, file) =>
    app.call(deliveries.completeDelivery, {
      as: pharmacy.driver,
      params: { id },
      form: formOf(completionData, file),
    }),
  'the form of a status change': (id, file) =>
    app.call(deliveries.changeStatus, {
      as: pharmacy.admin,
      params: { id },
      form: formOf({ status: 'delivered', patient_signature: signature }, file),
    }),
  'an upload': async (id, file) =>
    app.call(deliveries.completeDelivery, {
      as: pharmacy.driver,
      params: { id },
      body: { ...completionData, delivery_photo_key: await upload(id, file) },
    }),
}

const underWay = () => aDelivery(app, pharmacy, { status: 'in_progress', patient_id: known })
const disguised = Object.entries(hostileFiles).filter(([, { shownAs }]) => shownAs)
const refused = Object.entries(hostileFiles).filter(([, { shownAs }]) => !shownAs)

describe.each(Object.entries(ways).map(([way, send], turn) => [way, send, turn] as const))(
  'through %s,',
  (way, send, turn) => {
    let delivery: Delivery
    test.beforeAll(async () => {
      delivery = await underWay()
    })

    test.each(sampleUnlessProof(refused, turn, 15))(
      '%s is rejected, and delivery and bucket are unchanged',
      async (_, file) => {
        const before = await shownPhotos()
        const { status, body } = await send(delivery.id, file)
        // S3 does not accept an empty upload here, so the photo is missing afterwards.
        const isMissing = way === 'the upload' && file.content.length === 0
        expect([status, body.detail]).toEqual(
          isMissing
            ? [422, [expect.objectContaining({ loc: ['body', 'delivery_photo_key'] })]]
            : [415, 'Please upload an image file (JPEG, PNG, etc.)'],
        )
        expect(await shownPhotos()).toBe(before)
        const stored = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id: delivery.id } })
        const { place: _place, ...asBefore } = stored.body
        expect(asBefore).toEqual(delivery)
      },
    )

    test.each(sampleUnlessProof(disguised, turn, 12))(
      '%s is shown as a picture and never as anything else',
      async (_, file) => {
        const answer = await send((await underWay()).id, file)
        expect([answer.status, answer.body.delivery_photo_content_type]).toEqual([200, file.shownAs])
        const shown = await fetch(answer.body.delivery_photo_url)
        expect(shown.headers.get('content-type')).toBe(file.shownAs)
        expect(shown.headers.get('cache-control')).toBe('private, no-store')
        expect(hiddenMarksPattern.exec(Buffer.from(await shown.arrayBuffer()).toString('latin1'))).toBeNull()
        const disposition = shown.headers.get('content-disposition')
        expect(disposition).toMatch(/^inline; filename="photo-[\w-]+\.(jpg|png)"$/)
      },
    )
  },
)
