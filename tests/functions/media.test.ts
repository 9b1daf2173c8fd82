import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test } from 'vitest'
import { openMediaBucket } from '#functions/files/media.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const bytes = (content: string) => new Uint8Array(Buffer.from(content))

test('a stored object is never overwritten', async () => {
  const app = await openTestApp()
  onTestFinished(app.close)
  const media = openMediaBucket({ bucket: process.env.MEDIA_BUCKET ?? '', pathStyle: true })
  await media.put('tenants/t/one', bytes('first'), 'image/png')
  await media.put('tenants/t/one', bytes('second'), 'image/png')
  expect(Buffer.from((await media.read('tenants/t/one', 100)) ?? []).toString()).toBe('first')
})

test('every write requires that the object does not exist, as the function’s permissions demand', async () => {
  const s3 = mockClient(S3Client)
  onTestFinished(() => s3.restore())
  s3.resolves({})
  await openMediaBucket({ bucket: 'a-bucket', pathStyle: false }).put('tenants/t/one', bytes('first'), 'image/png')
  expect(s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.IfNoneMatch)).toEqual(['*'])
})
