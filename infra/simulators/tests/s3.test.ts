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
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { region, type S3UnderTest, s3Engines, statusAndCodeOf } from './s3-engines.ts'

const photo = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 3])

describe.each(s3Engines)('%s', (_name, open) => {
  let s3: S3UnderTest
  beforeAll(async () => {
    s3 = await open()
  })
  afterAll(() => s3.close())

  describe('SDK calls', () => {
    it('return an object with its type, metadata and cache header', async () => {
      await s3.client.send(
        new PutObjectCommand({
          Bucket: s3.Bucket,
          Key: 'tenants/a b/photo (1)+é.jpg',
          Body: photo,
          ContentType: 'image/jpeg',
          CacheControl: 'private',
          Metadata: { origin: 'door' },
        }),
      )
      const found = await s3.client.send(
        new GetObjectCommand({ Bucket: s3.Bucket, Key: 'tenants/a b/photo (1)+é.jpg' }),
      )
      expect(Buffer.from((await found.Body?.transformToByteArray()) ?? [])).toEqual(photo)
      expect(found).toMatchObject({
        ContentType: 'image/jpeg',
        CacheControl: 'private',
        ContentLength: 7,
        Metadata: { origin: 'door' },
      })
      const head = await s3.client.send(
        new HeadObjectCommand({ Bucket: s3.Bucket, Key: 'tenants/a b/photo (1)+é.jpg' }),
      )
      expect(head).toMatchObject({ ContentType: 'image/jpeg', ContentLength: 7, ETag: found.ETag })
    })

    it('accept a body with the checksum that the SDK adds by default', async () => {
      const plain = new S3Client({ endpoint: s3.origin, region, forcePathStyle: true, credentials: s3.credentials })
      await plain.send(new PutObjectCommand({ Bucket: s3.Bucket, Key: 'checked', Body: photo }))
      const found = await plain.send(new GetObjectCommand({ Bucket: s3.Bucket, Key: 'checked' }))
      expect(await found.Body?.transformToByteArray()).toEqual(new Uint8Array(photo))
      plain.destroy()
    })

    it.each([
      ['bytes=0-2', [0xff, 0xd8, 0xff], 'bytes 0-2/7'],
      ['bytes=5-99', [2, 3], 'bytes 5-6/7'],
      ['bytes=-1', [3], 'bytes 6-6/7'],
    ])('return the part %s', async (Range, part, ContentRange) => {
      await s3.client.send(new PutObjectCommand({ Bucket: s3.Bucket, Key: 'part', Body: photo }))
      const found = await s3.client.send(new GetObjectCommand({ Bucket: s3.Bucket, Key: 'part', Range }))
      expect(await found.Body?.transformToByteArray()).toEqual(new Uint8Array(part))
      expect(found).toMatchObject({ ContentRange, ContentLength: part.length })
    })

    it('return InvalidRange beyond the end', async () => {
      const call = s3.client.send(new GetObjectCommand({ Bucket: s3.Bucket, Key: 'part', Range: 'bytes=7-' }))
      await expect(call).rejects.toMatchObject({ name: 'InvalidRange' })
    })

    it('return NoSuchKey for an unknown object', async () => {
      const call = s3.client.send(new GetObjectCommand({ Bucket: s3.Bucket, Key: 'unknown' }))
      await expect(call).rejects.toBeInstanceOf(NoSuchKey)
    })

    it('copy, list and delete objects', async () => {
      await s3.client.send(
        new PutObjectCommand({ Bucket: s3.Bucket, Key: 'list/1', Body: 'one', ContentType: 'text/plain' }),
      )
      await s3.client.send(
        new CopyObjectCommand({ Bucket: s3.Bucket, Key: 'list/2', CopySource: `${s3.Bucket}/list/1` }),
      )
      const listed = async () => {
        const list = await s3.client.send(new ListObjectsV2Command({ Bucket: s3.Bucket, Prefix: 'list/' }))
        return list.Contents?.map(({ Key }) => Key) ?? []
      }
      expect(await listed()).toEqual(['list/1', 'list/2'])
      const copied = await s3.client.send(new GetObjectCommand({ Bucket: s3.Bucket, Key: 'list/2' }))
      expect(copied.ContentType).toBe('text/plain')
      const CopySource = `${s3.Bucket}/list/1`
      const renewed = { ContentType: 'text/html', MetadataDirective: 'REPLACE' } as const
      await s3.client.send(new CopyObjectCommand({ Bucket: s3.Bucket, Key: 'list/2', CopySource, ...renewed }))
      expect((await s3.client.send(new HeadObjectCommand({ Bucket: s3.Bucket, Key: 'list/2' }))).ContentType).toBe(
        'text/html',
      )
      await s3.client.send(new DeleteObjectCommand({ Bucket: s3.Bucket, Key: 'list/1' }))
      expect(await listed()).toEqual(['list/2'])
    })

    it('let only one of two requests create an object that must be new', async () => {
      const make = () =>
        s3.client.send(new PutObjectCommand({ Bucket: s3.Bucket, Key: 'new', Body: 'x', IfNoneMatch: '*' }))
      const outcomes = await Promise.allSettled([make(), make()])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    it('reject another secret, another bucket and a missing signature', async () => {
      const call = s3.stranger.send(new GetObjectCommand({ Bucket: s3.Bucket, Key: 'checked' }))
      await expect(call).rejects.toMatchObject({ name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } })
      const elsewhere = s3.client.send(new GetObjectCommand({ Bucket: 'other', Key: 'checked' }))
      await expect(elsewhere).rejects.toMatchObject({ name: 'NoSuchBucket' })
      expect(await statusAndCodeOf(await fetch(`${s3.origin}/${s3.Bucket}/checked`))).toBe('403 AccessDenied')
    })
  })
})
