import { createHash, createPublicKey } from 'node:crypto'
import * as z from 'zod/mini'
import { type SealJwk, sealJwk } from '#shared/model/seal.ts'

interface MadeKey {
  /** The thumbprint of the key according to RFC 7638. */
  key_id: string
  jwk: SealJwk
  made_at: Date
}

/** The keys that seal proofs. */
export interface SealKeys {
  /** Makes an ECDSA signature, `r‖s` in base64url. Rejects if no key is available. */
  sign(message: Uint8Array): Promise<{ key_id: string; signature: string }>
  /** Returns the id of the key that seals now. Rejects if no key is available. */
  newestId(): Promise<string>
  /** All keys that seal or have sealed proofs. The current one comes first. */
  all(): Promise<MadeKey[]>
}

/**
 * The time limits for KMS, in milliseconds. The proof of a delivery waits for its seal, but a response without a seal is better
 * than one that comes too late.
 */
const patience = { requestTimeout: 1500, throwOnRequestTimeout: true, connectionTimeout: 1000 }

const signing = { MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' } as const

const derSignature = z.instanceof(Uint8Array)

/**
 * Opens the KMS keys that sign with ECDSA over P-256. `keyIds` has their ids, separated by commas. The first one seals proofs now;
 * the others have done so in the past. The SDK is loaded when the keys are first used.
 */
export function openSealKeys(keyIds = ''): SealKeys {
  const ids = keyIds.split(',').filter(Boolean)
  const known = new Map<string, ReturnType<typeof read>>()
  let connected: ReturnType<typeof connect> | undefined

  async function connect() {
    const kms = await import('./kms-sdk.ts')
    return { kms, client: new kms.KMSClient({ requestHandler: patience, maxAttempts: 2 }) }
  }

  function connectOnce() {
    connected ??= connect()
    return connected
  }

  async function read(KeyId: string) {
    const { kms, client } = await connectOnce()
    const [{ PublicKey }, { KeyMetadata }] = await Promise.all([
      client.send(new kms.GetPublicKeyCommand({ KeyId })),
      client.send(new kms.DescribeKeyCommand({ KeyId })),
    ])
    const spki = Buffer.from(derSignature.parse(PublicKey))
    const jwk = sealJwk().parse(createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' }))
    return { key_id: thumbprintOf(jwk), jwk, made_at: z.date().parse(KeyMetadata?.CreationDate) }
  }

  /** Returns a key. Once it has been read, it is not read again, because a key in KMS never changes. */
  function find(id: string) {
    const found = known.get(id) ?? read(id)
    known.set(id, found)
    found.catch(() => known.delete(id))
    return found
  }

  const [newest] = ids

  function findNewest() {
    if (newest === undefined) throw new Error('There is no key that seals')
    return find(newest)
  }

  return {
    async newestId() {
      return (await findNewest()).key_id
    },
    async sign(message) {
      const { kms, client } = await connectOnce()
      // KMS takes at most 4,096 bytes of a message, so it gets the hash. A delivery can have a hundred prescriptions.
      const digest = createHash('sha256').update(message).digest()
      const [{ key_id }, { Signature }] = await Promise.all([
        findNewest(),
        client.send(new kms.SignCommand({ KeyId: newest, Message: digest, ...signing })),
      ])
      return { key_id, signature: plainSignature(derSignature.parse(Signature)).toString('base64url') }
    },
    all: () => Promise.all(ids.map(find)),
  }
}

/** Computes a key's id according to RFC 7638, so that everybody who has the key can compute it too. */
const thumbprintOf = ({ crv, kty, x, y }: z.output<ReturnType<typeof sealJwk>>) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

const numberLength = 32

/** Converts a DER signature, which is a sequence of two integers with their lengths, into `r‖s` of 64 bytes. */
function plainSignature(der: Uint8Array): Buffer {
  const plain = Buffer.alloc(2 * numberLength)
  let at = 2
  for (const end of [numberLength, 2 * numberLength]) {
    const length = der[at + 1] ?? 0
    const content = der.subarray(at + 2, at + 2 + length)
    // DER puts a zero byte before a number whose first bit is set, because the number would otherwise be negative.
    const digits = content.subarray(Math.max(0, length - numberLength))
    plain.set(digits, end - digits.length)
    at += 2 + length
  }
  return plain
}
