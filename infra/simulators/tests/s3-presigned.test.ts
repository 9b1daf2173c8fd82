import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageOrigins, type S3UnderTest, s3Engines, statusAndCodeOf } from './s3-engines.ts'

const photo = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 3])

describe.each(s3Engines)('%s', (_name, open) => {
  let s3: S3UnderTest
  beforeAll(async () => {
    s3 = await open()
  })
  afterAll(() => s3.close())

  describe('presigned URLs', () => {
    const readAddress = async (expiresIn = 900, signingDate = new Date()) => {
      await s3.client.send(
        new PutObjectCommand({ Bucket: s3.Bucket, Key: 'shown.jpg', Body: photo, ContentType: 'image/jpeg' }),
      )
      return getSignedUrl(s3.client, new GetObjectCommand({ Bucket: s3.Bucket, Key: 'shown.jpg' }), {
        expiresIn,
        signingDate,
      })
    }

    it('return the object to anyone who has the URL', async () => {
      const answer = await fetch(await readAddress())
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(photo)
    })

    it('respond with the headers that the URL requests', async () => {
      const command = new GetObjectCommand({
        Bucket: s3.Bucket,
        Key: 'shown.jpg',
        ResponseContentDisposition: 'inline',
      })
      const answer = await fetch(await getSignedUrl(s3.client, command))
      expect(answer.headers.get('content-disposition')).toBe('inline')
    })

    it('are rejected after they expire', async () => {
      const address = await readAddress(900, new Date(Date.now() - 901_000))
      expect(await statusAndCodeOf(await fetch(address))).toBe('403 AccessDenied')
    })

    it.each([
      ['signature', (url: URL) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
      ['expiry', (url: URL) => url.searchParams.set('X-Amz-Expires', '86400')],
      ['object', (url: URL) => (url.pathname = `/${s3.Bucket}/checked`)],
      ['parameter', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
    ])('are rejected with another %s', async (_what, change) => {
      const url = new URL(await readAddress())
      change(url)
      expect(await statusAndCodeOf(await fetch(url))).toBe('403 SignatureDoesNotMatch')
    })

    it('are rejected for another method than the signed one', async () => {
      expect(await statusAndCodeOf(await fetch(await readAddress(), { method: 'DELETE' }))).toBe(
        '403 SignatureDoesNotMatch',
      )
    })

    it('accept only the signed content type in a PUT', async () => {
      const command = new PutObjectCommand({ Bucket: s3.Bucket, Key: 'put.jpg', ContentType: 'image/jpeg' })
      const address = await getSignedUrl(s3.client, command, { signableHeaders: new Set(['content-type', 'host']) })
      const put = (type: string) =>
        fetch(address, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(photo) })
      expect(await statusAndCodeOf(await put('image/svg+xml'))).toBe('403 SignatureDoesNotMatch')
      expect((await put('image/jpeg')).status).toBe(200)
      const found = await s3.client.send(new GetObjectCommand({ Bucket: s3.Bucket, Key: 'put.jpg' }))
      expect(found.ContentType).toBe('image/jpeg')
    })
  })

  describe('presigned forms', () => {
    const Key = 'tenants/t/photo'
    const presign = (Expires = 300) =>
      createPresignedPost(s3.client, {
        Bucket: s3.Bucket,
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

    it('accept a file that matches the policy', async () => {
      const answer = await post()
      expect(answer.status).toBe(204)
      const found = await s3.client.send(new GetObjectCommand({ Bucket: s3.Bucket, Key }))
      expect(found.ContentType).toBe('image/jpeg')
      expect(await found.Body?.transformToByteArray()).toEqual(new Uint8Array(photo))
    })

    const otherPolicy = Buffer.from(JSON.stringify({ expiration: '2999-01-01T00:00:00Z', conditions: [] }))
    it.each([
      ['a longer file', { file: Buffer.alloc(17) }, '400 EntityTooLarge'],
      ['an empty file', { file: Buffer.alloc(0) }, '400 EntityTooSmall'],
      ['another type', { fields: { 'Content-Type': 'image/svg+xml' } }, '403 AccessDenied'],
      ['another key', { fields: { key: 'tenants/other/photo' } }, '403 AccessDenied'],
      ['a field outside the policy', { fields: { acl: 'public-read' } }, '403 AccessDenied'],
      ['another policy', { fields: { Policy: otherPolicy.toString('base64') } }, '403 SignatureDoesNotMatch'],
      ['another signature', { fields: { 'X-Amz-Signature': '0'.repeat(64) } }, '403 SignatureDoesNotMatch'],
    ])('reject %s', async (_what, change, refusal) => {
      expect(await statusAndCodeOf(await post(change))).toBe(refusal)
    })

    it('reject a request without a policy', async () => {
      const code = await statusAndCodeOf(await post({ fields: { Policy: '' } }))
      // MinIO checks the signature before it looks for the policy, and the signature belongs to another policy.
      expect(code).toBeOneOf(s3.answers('403 AccessDenied', '403 SignatureDoesNotMatch'))
    })

    it('reject an expired policy', async () => {
      const { url, fields } = await presign(-1)
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([new Uint8Array(photo)]))
      expect(await statusAndCodeOf(await fetch(url, { method: 'POST', body: form }))).toBe('403 AccessDenied')
    })

    it.each(pageOrigins)('let a page from %s read the response', async (origin) => {
      expect((await post({ origin })).headers.get('access-control-allow-origin')).toBe(origin)
      const preflight = { origin, 'access-control-request-method': 'POST' }
      const { status } = await fetch(`${s3.origin}/${s3.Bucket}`, { method: 'OPTIONS', headers: preflight })
      expect(status).toBeOneOf(s3.answers(200, 204))
    })

    it('let no other page read the response', async () => {
      const origin = 'http://localhost:4000'
      // MinIO has no CORS rules per bucket, so every page can read its responses.
      const allowed = (await post({ origin })).headers.get('access-control-allow-origin')
      expect(allowed).toBeOneOf(s3.answers<string | null>(null, origin))
      const preflight = { origin, 'access-control-request-method': 'POST' }
      const { status } = await fetch(`${s3.origin}/${s3.Bucket}`, { method: 'OPTIONS', headers: preflight })
      expect(status).toBeOneOf(s3.answers(403, 204))
    })
  })
})
