import {
  CopyObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientResolvedConfig,
  S3ServiceException,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3'
import { type AwsStub, mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openMedia } from '#functions/files/media.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
const bytes = (content: string) => new Uint8Array(Buffer.from(content))

describe('an object that is kept', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())
  const open = () => openMedia({ bucket: process.env.MEDIA_BUCKET ?? '', pathStyle: true })

  test('is never written over, by a second write or a copy', async () => {
    const media = open()
    await media.put('tenants/t/one', bytes('first'), 'image/png')
    await media.put('tenants/t/one', bytes('second'), 'image/png')
    expect(text((await media.peek('tenants/t/one'))?.start ?? bytes(''))).toBe('first')
    await media.put('uploads/t/other', bytes('other'), 'image/png')
    const upload = { key: 'uploads/t/other', etag: (await media.peek('uploads/t/other'))?.etag ?? '' }
    expect(await media.copy(upload, 'tenants/t/one', 'image/png')).toBe(true)
    expect(text((await media.peek('tenants/t/one'))?.start ?? bytes(''))).toBe('first')
  })

  test('is not a copy of what came after the look at it', async () => {
    const media = open()
    await media.put('uploads/t/seen', bytes('seen'), 'image/png')
    expect(await media.copy({ key: 'uploads/t/seen', etag: '"another"' }, 'tenants/t/copy', 'image/png')).toBe(false)
    expect(await media.peek('tenants/t/copy')).toBeUndefined()
  })
})

describe('what S3 is asked', () => {
  let s3: AwsStub<ServiceInputTypes, ServiceOutputTypes, S3ClientResolvedConfig>
  beforeAll(() => {
    s3 = mockClient(S3Client)
  })
  afterEach(() => {
    s3.reset()
  })
  afterAll(() => s3.restore())
  const media = openMedia({ bucket: 'a-bucket', pathStyle: false })
  const failure = (name: string) =>
    new S3ServiceException({
      name,
      $fault: 'client',
      $metadata: { httpStatusCode: name === 'PreconditionFailed' ? 412 : 409 },
    })

  test('says for every write that nothing may be there, without which it has no right to write', async () => {
    s3.resolves({})
    await media.put('tenants/t/one', bytes('first'), 'image/png')
    await media.copy({ key: 'uploads/t/one', etag: '"e"' }, 'tenants/t/two', 'image/png')
    for (const { args } of [...s3.commandCalls(PutObjectCommand), ...s3.commandCalls(CopyObjectCommand)])
      expect(args[0].input).toMatchObject({ IfNoneMatch: '*' })
    expect(s3.commandCalls(CopyObjectCommand)[0]?.args[0].input).toMatchObject({ CopySourceIfMatch: '"e"' })
  })

  test('is tried again where somebody writes the same at this moment, and not for ever', async () => {
    s3.on(PutObjectCommand).rejectsOnce(failure('ConditionalRequestConflict')).resolves({})
    await media.put('tenants/t/one', bytes('first'), 'image/png')
    expect(s3.commandCalls(PutObjectCommand)).toHaveLength(2)
    s3.reset()
    s3.on(PutObjectCommand).rejects(failure('ConditionalRequestConflict'))
    await expect(media.put('tenants/t/one', bytes('first'), 'image/png')).rejects.toThrow()
    expect(s3.commandCalls(PutObjectCommand)).toHaveLength(3)
  })

  test('tells a copy that is there from a source that has changed', async () => {
    s3.on(CopyObjectCommand).rejects(failure('PreconditionFailed'))
    s3.on(GetObjectCommand).resolves({ ETag: '"e"' })
    expect(await media.copy({ key: 'uploads/t/one', etag: '"e"' }, 'tenants/t/two', 'image/png')).toBe(true)
    s3.on(GetObjectCommand).rejects(failure('NoSuchKey'))
    expect(await media.copy({ key: 'uploads/t/one', etag: '"e"' }, 'tenants/t/two', 'image/png')).toBe(false)
  })
})
