import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3 } from '#infra/simulators/s3/start-s3.ts'

const Bucket = 'media'
const region = 'us-east-1'
const signer = { accessKeyId: 'LOCALKEY', secretAccessKey: 'a secret', region }
const origins = ['http://localhost:3000', 'http://127.0.0.1:3000']
const photo = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 3])

const clientOf = (endpoint: string, secretAccessKey = signer.secretAccessKey) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { ...signer, secretAccessKey },
    // A presigned address cannot know its body's checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

let s3: Awaited<ReturnType<typeof startS3>>
let client: S3Client

beforeAll(async () => {
  s3 = await startS3({ dataDir: ':memory:', port: 0, bucket: Bucket, signer, origins })
  client = clientOf(s3.origin)
})

afterAll(async () => {
  client.destroy()
  await s3.close()
})

async function codeOf(answer: Response): Promise<string> {
  return `${answer.status} ${/<Code>(.*)<\/Code>/.exec(await answer.text())?.[1]}`
}

describe('calls of the SDK', () => {
  it('gives an object back with its type, metadata and cache rule', async () => {
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'tenants/a b/photo (1)+é.jpg',
        Body: photo,
        ContentType: 'image/jpeg',
        CacheControl: 'private',
        Metadata: { origin: 'door' },
      }),
    )
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'tenants/a b/photo (1)+é.jpg' }))
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? [])).toEqual(photo)
    expect(found).toMatchObject({
      ContentType: 'image/jpeg',
      CacheControl: 'private',
      ContentLength: 7,
      Metadata: { origin: 'door' },
    })
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'tenants/a b/photo (1)+é.jpg' }))
    expect(head).toMatchObject({ ContentType: 'image/jpeg', ContentLength: 7, ETag: found.ETag })
  })

  it('takes a body with the checksum that the SDK adds by default', async () => {
    const plain = new S3Client({ endpoint: s3.origin, region, forcePathStyle: true, credentials: signer })
    await plain.send(new PutObjectCommand({ Bucket, Key: 'checked', Body: photo }))
    const found = await plain.send(new GetObjectCommand({ Bucket, Key: 'checked' }))
    expect(await found.Body?.transformToByteArray()).toEqual(new Uint8Array(photo))
    plain.destroy()
  })

  it.each([
    ['bytes=0-2', [0xff, 0xd8, 0xff], 'bytes 0-2/7'],
    ['bytes=5-99', [2, 3], 'bytes 5-6/7'],
    ['bytes=-1', [3], 'bytes 6-6/7'],
  ])('gives the part %s', async (Range, part, ContentRange) => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'part', Body: photo }))
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'part', Range }))
    expect(await found.Body?.transformToByteArray()).toEqual(new Uint8Array(part))
    expect(found).toMatchObject({ ContentRange, ContentLength: part.length })
  })

  it('says InvalidRange beyond the end', async () => {
    const call = client.send(new GetObjectCommand({ Bucket, Key: 'part', Range: 'bytes=7-' }))
    await expect(call).rejects.toMatchObject({ name: 'InvalidRange' })
  })

  it('says NoSuchKey for an unknown object', async () => {
    const call = client.send(new GetObjectCommand({ Bucket, Key: 'unknown' }))
    await expect(call).rejects.toBeInstanceOf(NoSuchKey)
  })

  it('copies, lists and deletes', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'list/1', Body: 'one', ContentType: 'text/plain' }))
    await client.send(new CopyObjectCommand({ Bucket, Key: 'list/2', CopySource: `${Bucket}/list/1` }))
    const listed = async () => {
      const list = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'list/' }))
      return list.Contents?.map(({ Key }) => Key) ?? []
    }
    expect(await listed()).toEqual(['list/1', 'list/2'])
    const copied = await client.send(new GetObjectCommand({ Bucket, Key: 'list/2' }))
    expect(copied.ContentType).toBe('text/plain')
    const CopySource = `${Bucket}/list/1`
    const renewed = { ContentType: 'text/html', MetadataDirective: 'REPLACE' } as const
    await client.send(new CopyObjectCommand({ Bucket, Key: 'list/2', CopySource, ...renewed }))
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'list/2' }))).ContentType).toBe('text/html')
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'list/1' }))
    expect(await listed()).toEqual(['list/2'])
  })

  it('lets only one of two make an object that must be new', async () => {
    const make = () => client.send(new PutObjectCommand({ Bucket, Key: 'new', Body: 'x', IfNoneMatch: '*' }))
    const outcomes = await Promise.allSettled([make(), make()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('refuses another secret, another bucket, and a call without a signature', async () => {
    const stranger = clientOf(s3.origin, 'another secret')
    const call = stranger.send(new GetObjectCommand({ Bucket, Key: 'checked' }))
    await expect(call).rejects.toMatchObject({ name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } })
    const elsewhere = client.send(new GetObjectCommand({ Bucket: 'other', Key: 'checked' }))
    await expect(elsewhere).rejects.toMatchObject({ name: 'NoSuchBucket' })
    expect(await codeOf(await fetch(`${s3.origin}/${Bucket}/checked`))).toBe('403 AccessDenied')
    stranger.destroy()
  })
})

describe('presigned addresses', () => {
  const readAddress = async (expiresIn = 900, signingDate = new Date()) => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'shown.jpg', Body: photo, ContentType: 'image/jpeg' }))
    return getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'shown.jpg' }), { expiresIn, signingDate })
  }

  it('shows the object to who holds the address', async () => {
    const answer = await fetch(await readAddress())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(photo)
  })

  it('answers with the headers that the address asks for', async () => {
    const command = new GetObjectCommand({ Bucket, Key: 'shown.jpg', ResponseContentDisposition: 'inline' })
    const answer = await fetch(await getSignedUrl(client, command))
    expect(answer.headers.get('content-disposition')).toBe('inline')
  })

  it('refuses an address after its time', async () => {
    const address = await readAddress(900, new Date(Date.now() - 901_000))
    expect(await codeOf(await fetch(address))).toBe('403 AccessDenied')
  })

  it.each([
    ['signature', (url: URL) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
    ['expiry', (url: URL) => url.searchParams.set('X-Amz-Expires', '86400')],
    ['object', (url: URL) => (url.pathname = `/${Bucket}/checked`)],
    ['parameter', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
  ])('refuses an address with another %s', async (_what, change) => {
    const url = new URL(await readAddress())
    change(url)
    expect(await codeOf(await fetch(url))).toBe('403 SignatureDoesNotMatch')
  })

  it('refuses another method than the signed one', async () => {
    expect(await codeOf(await fetch(await readAddress(), { method: 'DELETE' }))).toBe('403 SignatureDoesNotMatch')
  })

  it('takes a PUT of the signed type only', async () => {
    const command = new PutObjectCommand({ Bucket, Key: 'put.jpg', ContentType: 'image/jpeg' })
    const address = await getSignedUrl(client, command, { signableHeaders: new Set(['content-type', 'host']) })
    const put = (type: string) =>
      fetch(address, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(photo) })
    expect(await codeOf(await put('image/svg+xml'))).toBe('403 SignatureDoesNotMatch')
    expect((await put('image/jpeg')).status).toBe(200)
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'put.jpg' }))
    expect(found.ContentType).toBe('image/jpeg')
  })
})

describe('presigned forms', () => {
  const Key = 'tenants/t/photo'
  const presign = (Expires = 300) =>
    createPresignedPost(client, {
      Bucket,
      Key,
      Expires,
      Fields: { 'Content-Type': 'image/jpeg' },
      Conditions: [['content-length-range', 1, 16]],
    })

  async function post(change: { fields?: Record<string, string>; file?: Buffer; origin?: string } = {}) {
    const { url, fields } = await presign()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, ...change.fields })) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(change.file ?? photo)]), 'photo.jpg')
    return fetch(url, { method: 'POST', body: form, headers: { origin: change.origin ?? 'http://localhost:3000' } })
  }

  it('takes the file that the policy describes', async () => {
    const answer = await post()
    expect(answer.status).toBe(204)
    const found = await client.send(new GetObjectCommand({ Bucket, Key }))
    expect(found.ContentType).toBe('image/jpeg')
    expect(await found.Body?.transformToByteArray()).toEqual(new Uint8Array(photo))
  })

  const otherPolicy = Buffer.from(JSON.stringify({ expiration: '2999-01-01T00:00:00Z', conditions: [] }))
  it.each([
    ['a longer file', { file: Buffer.alloc(17) }, '400 EntityTooLarge'],
    ['an empty file', { file: Buffer.alloc(0) }, '400 EntityTooSmall'],
    ['another type', { fields: { 'Content-Type': 'image/svg+xml' } }, '403 AccessDenied'],
    ['another key', { fields: { key: 'tenants/other/photo' } }, '403 AccessDenied'],
    ['a field that the policy does not name', { fields: { acl: 'public-read' } }, '403 AccessDenied'],
    ['another policy', { fields: { Policy: otherPolicy.toString('base64') } }, '403 SignatureDoesNotMatch'],
    ['another signature', { fields: { 'X-Amz-Signature': '0'.repeat(64) } }, '403 SignatureDoesNotMatch'],
    ['no policy', { fields: { Policy: '' } }, '403 AccessDenied'],
  ])('refuses %s', async (_what, change, refusal) => {
    expect(await codeOf(await post(change))).toBe(refusal)
  })

  it('refuses a policy after its time', async () => {
    const { url, fields } = await presign(-1)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(photo)]))
    expect(await codeOf(await fetch(url, { method: 'POST', body: form }))).toBe('403 AccessDenied')
  })

  it.each(origins)('lets a page of %s read the answer', async (origin) => {
    expect((await post({ origin })).headers.get('access-control-allow-origin')).toBe(origin)
    const asked = { origin, 'access-control-request-method': 'POST' }
    expect((await fetch(`${s3.origin}/${Bucket}`, { method: 'OPTIONS', headers: asked })).status).toBe(200)
  })

  it('lets no other page read it', async () => {
    const origin = 'http://localhost:4000'
    expect((await post({ origin })).headers.get('access-control-allow-origin')).toBeNull()
    expect((await fetch(`${s3.origin}/${Bucket}`, { method: 'OPTIONS', headers: { origin } })).status).toBe(403)
  })
})

describe('a data folder', () => {
  it('keeps objects over a restart, the last write and the deletion too', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carelane-s3-'))
    const open = async () => {
      const server = await startS3({ dataDir, port: 0, bucket: Bucket, signer, origins })
      return { server, client: clientOf(server.origin) }
    }
    const before = await open()
    const put = (Key: string, Body: string) =>
      before.client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/plain' }))
    await put('a', 'first')
    await put('a', 'second')
    await put('b', 'gone')
    await before.client.send(new DeleteObjectCommand({ Bucket, Key: 'b' }))
    // Nothing is written when it closes: what was answered is on disk, as it is after a kill.
    const after = await open()
    const found = await after.client.send(new GetObjectCommand({ Bucket, Key: 'a' }))
    expect(await found.Body?.transformToString()).toBe('second')
    expect(found.ContentType).toBe('text/plain')
    const list = await after.client.send(new ListObjectsV2Command({ Bucket }))
    expect(list.Contents?.map(({ Key }) => Key)).toEqual(['a'])
    for (const { server, client } of [before, after]) {
      client.destroy()
      await server.close()
    }
    await rm(dataDir, { recursive: true })
  })
})
