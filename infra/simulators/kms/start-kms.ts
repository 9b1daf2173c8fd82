import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type LoopbackServer, serveLoopback } from '../loopback-server.ts'

/** A signing key of the kind `ECC_NIST_P256`. `pem` is its private half, which the real service never reveals. */
export interface KmsKey {
  id: string
  pem: string
  /** Seconds since 1970. */
  created_at: number
}

export const newKmsKey = (): KmsKey => ({
  id: randomUUID(),
  pem: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  created_at: Date.now() / 1000,
})

const keyRequest = z.object({ KeyId: z.string() })
const signRequest = z.object({
  KeyId: z.string(),
  Message: z.string(),
  MessageType: z._default(z.string(), 'RAW'),
  SigningAlgorithm: z.string(),
})

class KmsProblem extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

const arnOf = (id: string) => `arn:aws:kms:us-east-1:000000000000:key/${id}`

const algorithm = 'ECDSA_SHA_256'
const longestMessage = 4096

/**
 * Returns the SHA-256 hash to sign. Throws `KmsProblem` if the message is empty or too long, if a digest has another length, or if
 * the request names an algorithm or a message type that the simulator does not support. `id` is the key's id, for the error about
 * an algorithm.
 */
function digestOf({ Message, MessageType, SigningAlgorithm }: z.infer<typeof signRequest>, id: string): Buffer {
  const message = Buffer.from(Message, 'base64')
  if (SigningAlgorithm !== algorithm)
    throw new KmsProblem('InvalidKeyUsageException', `${arnOf(id)} does not sign by ${SigningAlgorithm}`)
  if (MessageType !== 'RAW' && MessageType !== 'DIGEST')
    throw new KmsProblem('ValidationException', `The KMS simulator takes no message of the type ${MessageType}`)
  if (message.length === 0 || message.length > longestMessage)
    throw new KmsProblem('ValidationException', `A message has 1 to ${longestMessage} bytes`)
  const digest = MessageType === 'RAW' ? createHash('sha256').update(message).digest() : message
  if (digest.length !== 32) throw new KmsProblem('ValidationException', 'A digest of this algorithm has 32 bytes')
  return digest
}

/** The order of the base point of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const numberOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`)
const numberIn = (base64Url = '') => numberOf(Buffer.from(base64Url, 'base64url'))

/** Returns `value` to the power of `order - 2`, which by Fermat is its inverse. */
function inverse(value: bigint): bigint {
  let [result, power] = [1n, value % order]
  for (let left = order - 2n; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * power) % order
    power = (power * power) % order
  }
  return result
}

/** Encodes a number as an integer of DER, which is negative if its first bit is set. */
function derInteger(value: bigint): Buffer {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const content = (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
  return Buffer.concat([Buffer.from([2, content.length]), content])
}

/** Signs a hash by ECDSA (FIPS 186-4). Node's own function hashes what it signs, so it cannot sign a digest. */
function signDigest(digest: Buffer, key: KeyObject): Buffer {
  const nonce = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const r = numberIn(nonce.x) % order
  const s = (inverse(numberIn(nonce.d)) * (numberOf(digest) + r * numberIn(key.export({ format: 'jwk' }).d))) % order
  const content = Buffer.concat([derInteger(r), derInteger(s)])
  return Buffer.concat([Buffer.from([0x30, content.length]), content])
}

/**
 * Starts a server with the calls Sign, GetPublicKey and DescribeKey of KMS, in the AWS JSON 1.1 protocol, on a free port. A request
 * names a key by its id or its ARN.
 */
export async function startKms(keys: readonly KmsKey[]): Promise<LoopbackServer> {
  function find(name: string): KmsKey {
    const key = keys.find(({ id }) => name === id || name === arnOf(id))
    if (!key) throw new KmsProblem('NotFoundException', `Key '${name}' does not exist`)
    return key
  }

  const calls: Readonly<Record<string, (body: unknown) => object>> = {
    Sign(body) {
      const request = signRequest.parse(body)
      const { id, pem } = find(request.KeyId)
      const signature = signDigest(digestOf(request, id), createPrivateKey(pem))
      return { KeyId: arnOf(id), Signature: signature.toString('base64'), SigningAlgorithm: algorithm }
    },
    GetPublicKey(body) {
      const { id, pem } = find(keyRequest.parse(body).KeyId)
      const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' })
      return {
        KeyId: arnOf(id),
        PublicKey: spki.toString('base64'),
        KeySpec: 'ECC_NIST_P256',
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: [algorithm],
      }
    },
    DescribeKey(body) {
      const { id, created_at } = find(keyRequest.parse(body).KeyId)
      return {
        KeyMetadata: {
          KeyId: id,
          Arn: arnOf(id),
          CreationDate: created_at,
          Enabled: true,
          KeyState: 'Enabled',
          KeySpec: 'ECC_NIST_P256',
          KeyUsage: 'SIGN_VERIFY',
          SigningAlgorithms: [algorithm],
        },
      }
    },
  }

  return serveLoopback(async (request, response) => {
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(content))
    const body = await text(request)
    const target = String(request.headers['x-amz-target'])
    const call = calls[target.replace('TrentService.', '')]
    try {
      if (!call) throw new KmsProblem('UnknownOperationException', `The KMS simulator does not know ${target}`)
      answer(200, call(JSON.parse(body)))
    } catch (error) {
      if (!(error instanceof KmsProblem)) throw error
      answer(400, { __type: error.type, message: error.message })
    }
  }, 0)
}
