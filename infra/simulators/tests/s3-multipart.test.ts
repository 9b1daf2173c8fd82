import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenS3, s3Engines } from './s3-engines.ts'

const megabytes = (number: number, byte: number) => Buffer.alloc(number * 1024 * 1024, byte)

describe.each(s3Engines)('%s', (_name, open) => {
  let s3: OpenS3
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

  it('an object is made of parts, of which the newest of each number counts', async () => {
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

  it('a part that is too small, or another one than was put, is refused, and the upload can still be completed', async () => {
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

  it('an upload that was given up is not there any more', async () => {
    const upload = await begin('given-up.zip')
    const part = await upload.put(1, Buffer.from('part'))
    await upload.abort()
    await expect(upload.complete([part])).rejects.toMatchObject({ name: 'NoSuchUpload' })
    await expect(upload.put(1, Buffer.from('part'))).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })
})
