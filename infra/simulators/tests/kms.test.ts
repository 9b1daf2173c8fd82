import { createHash, createPublicKey, verify } from 'node:crypto'
import { DescribeKeyCommand, GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKmsKey, startKms } from '../kms/start-kms.ts'
import type { LoopbackServer } from '../loopback-server.ts'

const [key, other] = [newKmsKey(), newKmsKey()]
let server: LoopbackServer
let kms: KMSClient
beforeAll(async () => {
  server = await startKms([key, other])
  const credentials = { accessKeyId: 'LOCAL', secretAccessKey: 'local' }
  kms = new KMSClient({ endpoint: server.origin, region: 'us-east-1', credentials, maxAttempts: 1 })
})
afterAll(async () => {
  kms.destroy()
  await server.close()
})

const message = new TextEncoder().encode('What was signed at the door')
const signed = (KeyId: string, more = {}) =>
  kms.send(new SignCommand({ KeyId, Message: message, SigningAlgorithm: 'ECDSA_SHA_256', ...more }))
const publicKey = async (KeyId: string) => {
  const { PublicKey = new Uint8Array() } = await kms.send(new GetPublicKeyCommand({ KeyId }))
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' })
}

test('a signature is DER and verifies only with its own public key', async () => {
  const { Signature = new Uint8Array(), KeyId, SigningAlgorithm } = await signed(key.id)
  expect([KeyId, SigningAlgorithm]).toEqual([expect.stringMatching(/^arn:aws:kms:.*:key\//), 'ECDSA_SHA_256'])
  const fits = async (id: string, content: Uint8Array) => verify('sha256', content, await publicKey(id), Signature)
  expect(await fits(key.id, message)).toBe(true)
  expect(await fits(KeyId ?? '', message)).toBe(true)
  expect(await fits(other.id, message)).toBe(false)
  expect(await fits(key.id, message.slice(1))).toBe(false)
})

test('the signature of a digest verifies with the message', async () => {
  const Message = createHash('sha256').update(message).digest()
  for (let i = 0; i < 20; i++) {
    const { Signature = new Uint8Array() } = await signed(key.id, { Message, MessageType: 'DIGEST' as const })
    expect(verify('sha256', message, await publicKey(key.id), Signature)).toBe(true)
    expect(verify('sha256', message, await publicKey(other.id), Signature)).toBe(false)
  }
})

test('a key has its usage and its creation date', async () => {
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId: key.id }))
  expect(KeyMetadata).toMatchObject({ KeyId: key.id, KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY', Enabled: true })
  expect(KeyMetadata?.CreationDate?.getTime()).toBeCloseTo(key.created_at * 1000, -3)
})

test.each([
  ['an unknown key', { KeyId: 'nobody' }, 'NotFoundException'],
  ['an algorithm for other keys', { SigningAlgorithm: 'RSASSA_PSS_SHA_256' as const }, 'InvalidKeyUsageException'],
  ['a message that is too long', { Message: new Uint8Array(4097) }, 'ValidationException'],
  ['a digest of another length', { MessageType: 'DIGEST' as const }, 'ValidationException'],
])('%s is rejected', async (_, more, name) => {
  await expect(signed(key.id, more)).rejects.toMatchObject({ name })
})
