import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startS3 } from '../s3/start-s3.ts'
import { region, s3Client, statusAndCodeOf } from './s3-engines.ts'

const Bucket = 'media'
const signer = { accessKeyId: 'LOCALKEY', secretAccessKey: 'a secret', region }
const page = 'http://localhost:3000'

let dataDir: string
let opened: { close(): Promise<void> }[]

async function open(folder = dataDir) {
  const server = await startS3({ dataDir: folder, port: 0, signer })
  const client = s3Client(server.origin, signer)
  const close = async () => {
    client.destroy()
    await server.close()
  }
  opened.push({ close })
  return { origin: server.origin, client, close }
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carelane-s3-'))
  opened = []
})
afterEach(async () => {
  for (const { close } of opened) await close()
  await rm(dataDir, { recursive: true })
})

const rule = (rest: object = {}) => ({ AllowedOrigins: [page], AllowedMethods: ['GET', 'POST'], ...rest })
const preflight = (origin: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/${Bucket}`, {
    method: 'OPTIONS',
    headers: { origin: page, 'access-control-request-method': 'POST', ...headers },
  })

it('the simulator has no bucket until one is created, and then exactly that one', async () => {
  const { client, origin } = await open(':memory:')
  await expect(client.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'NotFound' })
  const put = () => client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }))
  await expect(put()).rejects.toMatchObject({ name: 'NoSuchBucket' })
  expect(await statusAndCodeOf(await fetch(`${origin}/${Bucket}`, { method: 'PUT' }))).toBe('403 AccessDenied')
  await client.send(new CreateBucketCommand({ Bucket }))
  await client.send(new HeadBucketCommand({ Bucket }))
  await put()
  const again = client.send(new CreateBucketCommand({ Bucket }))
  await expect(again).rejects.toMatchObject({ name: 'BucketAlreadyOwnedByYou' })
  const second = client.send(new CreateBucketCommand({ Bucket: 'second' }))
  await expect(second).rejects.toMatchObject({ name: 'TooManyBuckets' })
})

it('other sites have no access until the bucket has CORS rules, and then as they say', async () => {
  const { client, origin } = await open(':memory:')
  await client.send(new CreateBucketCommand({ Bucket }))
  expect((await preflight(origin)).status).toBe(403)
  const CORSRules = [
    rule({ ExposeHeaders: ['etag'], MaxAgeSeconds: 60 }),
    { AllowedOrigins: ['*'], AllowedMethods: ['HEAD'], AllowedHeaders: ['X-One'] },
  ]
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))

  const allowed = await preflight(origin)
  expect(allowed.status).toBe(200)
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-methods': 'GET, POST',
    'access-control-expose-headers': 'etag',
    'access-control-max-age': '60',
  })
  const answers = await Promise.all([
    preflight(origin, { origin: 'http://localhost:4000' }),
    preflight(origin, { 'access-control-request-method': 'DELETE' }),
    preflight(origin, { 'access-control-request-headers': 'x-one' }),
    preflight(origin, { origin: 'https://any.example', 'access-control-request-method': 'HEAD' }),
    preflight(origin, { 'access-control-request-method': 'HEAD', 'access-control-request-headers': 'X-ONE' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200, 200])
})

it('rules without origins are rejected', async () => {
  const { client } = await open(':memory:')
  await client.send(new CreateBucketCommand({ Bucket }))
  const CORSRules = [{ AllowedOrigins: [], AllowedMethods: ['GET'] }]
  const call = client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
  await expect(call).rejects.toMatchObject({ name: 'MalformedXML' })
})

it('the bucket, its rules and objects survive a restart, including the last write and deletion', async () => {
  const { client } = await open()
  await client.send(new CreateBucketCommand({ Bucket }))
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule()] } }))
  const put = (Key: string, Body: string) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/plain' }))
  await put('a', 'first')
  await put('a', 'second')
  await put('b', 'gone')
  await client.send(new DeleteObjectCommand({ Bucket, Key: 'b' }))
  // The first simulator has not been closed, so the second one reads only what is on disk, as after a kill.
  const after = await open()
  const found = await after.client.send(new GetObjectCommand({ Bucket, Key: 'a' }))
  expect(await found.Body?.transformToString()).toBe('second')
  expect(found.ContentType).toBe('text/plain')
  const list = await after.client.send(new ListObjectsV2Command({ Bucket }))
  expect(list.Contents?.map(({ Key }) => Key)).toEqual(['a'])
  expect((await preflight(after.origin)).status).toBe(200)
})
