import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import * as factors from '#shared/api/factors.ts'
import type { Person, TestApp } from './test-app.ts'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Encodes in CBOR the values that an authenticator sends: small numbers, short texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([name, content]) => [cbor(name), cbor(content as never)])
  return Buffer.concat([head(5, value.size), ...parts])
}

const present = 0x01
const verified = 0x04
const withCredential = 0x40

interface Options {
  /** Whether the device has verified who uses it, for example by a fingerprint. By default it has. */
  verifies?: boolean
  origin?: string
}

/** Makes a simulated device with one passkey of the kind that browsers support: ES256, without attestation. */
export function softwareAuthenticator({ services }: TestApp) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string) => Buffer.from(text, 'base64url')
  const coseKey = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  )
  let counter = 0

  function dataOf(rpId: string, flags: number, credential = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential])
  }
  const clientData = (type: string, challenge: string, origin = services.appOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    register({ challenge, rp_id }: { challenge: string; rp_id: string }, { verifies = true, origin }: Options = {}) {
      const length = Buffer.from([0, credentialId.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      const authData = dataOf(rp_id, present | withCredential | (verifies ? verified : 0), credential)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: base64url(credentialId),
        clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      }
    },
    sign(
      { challenge, rp_id }: { challenge: string; rp_id: string },
      { accountId, verifies = true, origin }: Options & { accountId: string },
    ) {
      const authenticatorData = dataOf(rp_id, present | (verifies ? verified : 0))
      const client = clientData('webauthn.get', challenge, origin)
      const signed = createSign('sha256').update(authenticatorData).update(sha256(client))
      return {
        id: base64url(credentialId),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signed.sign(privateKey)),
        userHandle: base64url(Buffer.from(accountId)),
      }
    },
  }
}
type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>

/** Adds a passkey to a person's account. */
export async function addPasskey(app: TestApp, as: Person, name = 'A device') {
  const device = softwareAuthenticator(app)
  const options = (await app.call(factors.readPasskeyOptions, { as })).body
  const { body } = await app.call(factors.addPasskey, { as, body: { name, response: device.register(options) } })
  return { device, id: String(body.id), accountId: as.user.account_id ?? '' }
}

/** Returns the response of the passkey's device to a new challenge. */
export async function passkeyProof(
  app: TestApp,
  { device, accountId }: { device: SoftwareAuthenticator; accountId: string },
) {
  const { body } = await app.call(factors.readPasskeyChallenge)
  return device.sign(body, { accountId })
}
