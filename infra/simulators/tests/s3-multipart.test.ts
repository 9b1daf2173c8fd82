import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3 } from '../s3/start-s3.ts'
import { region, type S3UnderTest, s3Engines } from './s3-engines.ts'

const megabytes = (number: number, byte: number) => Buffer.alloc(number * 1024 * 1024, byte)

describe.each(s3Engines)('%s', (_name, open) => {
  let s3: S3UnderTest
  beforeAll(async () => {
    s3 = await open()
  })
  afterAll(() => s3.close())

  async function begin(key: string) {
    const place = { Bucket: s3.Bucket, Key: key }
    const { UploadId } = await s3.client.send(
      new CreateMultipartUploadCommand({ ...place, ContentType: 'application/zip' }),
    )
    const upload = { ...place, UploadId }
    return {
      put: async (PartNumber: number, Body: Buffer) => {
        const { ETag } = await s3.client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
        return { PartNumber, ETag }
      },
      complete: (Parts: { PartNumber: number; ETag: string | undefined }[]) =>
        s3.client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })),
      abort: () => s3.client.send(new AbortMultipartUploadCommand(upload)),
      read: () => s3.client.send(new GetObjectCommand(place)),
    }
  }

  it('an object is assembled from the newest upload of each part', async () => {
    const upload = await begin('whole.zip')
    await upload.put(1, megabytes(5, 7))
    const parts = [await upload.put(1, megabytes(5, 1)), await upload.put(2, Buffer.from('the end'))]
    await expect(upload.read()).rejects.toMatchObject({ name: 'NoSuchKey' })
    await upload.complete(parts)
    const { Body, ContentType } = await upload.read()
    const whole = Buffer.from((await Body?.transformToByteArray()) ?? [])
    expect(whole).toEqual(Buffer.concat([megabytes(5, 1), Buffer.from('the end')]))
    expect(ContentType).toBe('application/zip')
  })

  it('an upload rejects a part that is too small or was never uploaded, and can still be completed', async () => {
    const upload = await begin('refused.zip')
    const small = [await upload.put(1, Buffer.from('small')), await upload.put(2, Buffer.from('end'))]
    await expect(upload.complete(small)).rejects.toMatchObject({ name: 'EntityTooSmall' })
    await expect(
      upload.complete([{ PartNumber: 1, ETag: '"00000000000000000000000000000000"' }]),
    ).rejects.toMatchObject({ name: 'InvalidPart' })
    await expect(upload.complete(small.toReversed())).rejects.toMatchObject({ name: 'InvalidPartOrder' })
    await upload.complete(small.slice(0, 1))
    expect((await upload.read()).ContentLength).toBe(5)
  })

  it('an object may be larger than a string can be', { timeout: 120_000 }, async () => {
    const upload = await begin('large.zip')
    const [size, count] = [64, 9]
    const parts = []
    for (let number = 1; number <= count; number++) parts.push(await upload.put(number, megabytes(size, number)))
    await upload.complete(parts)
    const { Body, ContentLength } = await upload.read()
    expect(ContentLength).toBe(size * count * 1024 * 1024)
    const seen = new Set<number>()
    let read = 0
    for await (const piece of Body instanceof Readable ? Body : []) {
      seen.add(piece[0]).add(piece.at(-1))
      read += piece.length
    }
    expect([read, [...seen]]).toEqual([ContentLength, [1, 2, 3, 4, 5, 6, 7, 8, 9]])
  })

  it('an aborted upload no longer exists', async () => {
    const upload = await begin('given-up.zip')
    const part = await upload.put(1, Buffer.from('part'))
    await upload.abort()
    await expect(upload.complete([part])).rejects.toMatchObject({ name: 'NoSuchUpload' })
    await expect(upload.put(1, Buffer.from('part'))).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })
})

it('another process can continue an upload', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulator-s3-'))
  const signer = { accessKeyId: 'LOCALKEY', secretAccessKey: 'a secret', region }
  const place = { Bucket: 'kept', Key: 'exports/kept.zip' }
  async function during<T>(run: (client: S3Client) => Promise<T>): Promise<T> {
    const server = await startS3({ dataDir, port: 0, signer })
    const client = new S3Client({ endpoint: server.origin, region, forcePathStyle: true, credentials: signer })
    try {
      return await run(client)
    } finally {
      client.destroy()
      await server.close()
    }
  }
  try {
    const { UploadId, ETag } = await during(async (client) => {
      await client.send(new CreateBucketCommand({ Bucket: place.Bucket }))
      const begun = await client.send(new CreateMultipartUploadCommand(place))
      const part = { ...place, UploadId: begun.UploadId, PartNumber: 1, Body: Buffer.from('part') }
      return { UploadId: begun.UploadId, ETag: (await client.send(new UploadPartCommand(part))).ETag }
    })
    const text = await during(async (client) => {
      const Parts = [{ PartNumber: 1, ETag }]
      await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }))
      return (await client.send(new GetObjectCommand(place))).Body?.transformToString()
    })
    expect(text).toBe('part')
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
