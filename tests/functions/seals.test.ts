import { createHash, createPublicKey, verify } from 'node:crypto'
import { newKmsKey, startKms } from '@carelane/simulators/kms'
import { describe, expect, vi } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, remove, update } from '#functions/data/writes.ts'
import { canonicalJson } from '#functions/deliveries/history-chain.ts'
import { openSealKeys } from '#functions/security/seal-keys.ts'
import * as proofs from '#shared/api/proofs.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import type { Seal, SealKey } from '#shared/model/seal.ts'
import { aDelivery, complete } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { TestApp } from '#tests/support/test-app.ts'

async function delivered(rx_number: string): Promise<string> {
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', rx_information: [{ rx_number }] })
  expect((await complete(app, pharmacy.driver, id)).status).toBe(200)
  return id
}
const read = (id: string) => app.call(proofs.readProof, { as: pharmacy.admin, params: { id } })
const proofOf = async (id: string): Promise<Proof> => (await read(id)).body
const records = async (body: object): Promise<AuditRecord[]> =>
  (await app.call(proofs.readAuditRecords, { as: pharmacy.admin, body })).body
const keys = async (): Promise<SealKey[]> => (await app.call(proofs.listSealKeys)).body

/** Checks a seal as a payer would, who has only the public keys. */
async function fits({ key_id, signature, ...facts }: Seal): Promise<boolean> {
  const key = (await keys()).find((one) => one.key_id === key_id)
  if (!key) return false
  const { crv, kty, x, y } = key.jwk
  expect(createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')).toBe(key_id)
  const publicKey = createPublicKey({ key: key.jwk, format: 'jwk' })
  return verify(
    'sha256',
    Buffer.from(canonicalJson(facts)),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

/** Runs a function with other seal keys instead of the product's own. */
async function withKeys<T>(sealKeys: TestApp['services']['sealKeys'], run: () => Promise<T>): Promise<T> {
  const own = app.services.sealKeys
  app.services.sealKeys = sealKeys
  try {
    return await run()
  } finally {
    app.services.sealKeys = own
  }
}
/** Runs a function with another KMS, which has a key for each of these names. */
async function withKms<T>(names: readonly string[], run: () => Promise<T>): Promise<T> {
  const made = new Map(names.map((name, i) => [name, { ...newKmsKey(), created_at: 1_700_000_000 + i * 86_400 }]))
  const kms = await startKms([...made.values()])
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.origin)
  kmsKeyIds = (order) => order.map((name) => made.get(name)?.id ?? '').join()
  try {
    return await run()
  } finally {
    vi.unstubAllEnvs()
    await kms.close()
  }
}
let kmsKeyIds: (order: string[]) => string = () => ''

const rowHash = (salt: string | null | undefined, rx_number: string) =>
  createHash('sha256')
    .update(canonicalJson({ salt, rx_number, rx_date: '', fill_date: '', fill_number: null }))
    .digest('hex')

test('a proof has a seal with its organization, its delivery, its last hash and its prescriptions', async () => {
  const id = await delivered('SEAL-1')
  const { seal, chain, rx_information } = await proofOf(id)
  if (!seal) throw new Error('There is no seal')
  const { metadata, name, id: organisation_id, created_at } = pharmacy.tenant
  expect(seal).toEqual({
    organisation_id,
    organisation: name,
    npi: metadata.npi_number,
    organisation_since: created_at,
    verified: true,
    sealed_at: app.clock.now.toISOString(),
    deliveries: [
      { id, head: chain.at(-1)?.hash, length: chain.length, rx: [rowHash(rx_information[0]?.salt, 'SEAL-1')] },
    ],
    key_id: expect.any(String),
    signature: expect.stringMatching(/^[\w-]{86}$/),
  })
  expect(await fits(seal)).toBe(true)
  const [delivery] = seal.deliveries
  if (!delivery) throw new Error('It names no delivery')
  for (const forged of [
    { organisation_id: id },
    { organisation: 'Elsewhere' },
    { npi: '1' },
    { organisation_since: '2016-01-01T00:00:00.000Z' },
    { verified: false },
    { sealed_at: '2026-01-01T00:00:00.000Z' },
    { deliveries: [] },
    { deliveries: [{ ...delivery, head: '0'.repeat(64) }] },
    { deliveries: [{ ...delivery, length: delivery.length - 1 }] },
    { deliveries: [{ ...delivery, rx: [] }] },
  ])
    expect(await fits({ ...seal, ...forged })).toBe(false)
})

test('a record has the salts of the requested prescriptions alone', async () => {
  const rx_information = ['ASKED-1', 'HIDDEN-1'].map((rx_number) => ({ rx_number }))
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', rx_information })
  await complete(app, pharmacy.driver, id)
  const [record] = await records({ rx: [{ rx_number: 'ASKED-1' }] })
  const [proof] = record?.deliveries ?? []
  const [sealed] = proof?.seal?.deliveries ?? []
  expect(proof?.rx_information).toHaveLength(1)
  expect(sealed?.rx).toEqual([rowHash(proof?.rx_information[0]?.salt, 'ASKED-1'), expect.any(String)])
  expect(sealed?.rx[1]).not.toBe(rowHash(proof?.rx_information[0]?.salt, 'HIDDEN-1'))
  expect(sealed?.rx[1]).not.toBe(rowHash('', 'HIDDEN-1'))
  const salts = (await proofOf(id)).rx_information.map(({ salt }) => salt)
  expect(sealed?.rx).toEqual([rowHash(salts[0], 'ASKED-1'), rowHash(salts[1], 'HIDDEN-1')])
})

test('a delivery with a hundred prescriptions is sealed', async () => {
  const rx_information = Array.from({ length: 100 }, (_, i) => ({ rx_number: `HUNDRED-${i}` }))
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', rx_information })
  await complete(app, pharmacy.driver, id)
  const { seal } = await proofOf(id)
  expect(seal?.deliveries[0]?.rx).toHaveLength(100)
  expect(seal && (await fits(seal))).toBe(true)
})

describe('a seal', () => {
  const signatures = async (read: () => Promise<unknown>) => {
    const sign = vi.spyOn(app.services.sealKeys, 'sign')
    try {
      await read()
      return sign.mock.calls.length
    } finally {
      sign.mockRestore()
    }
  }

  test('is made once for each delivery and reused for proofs and records', async () => {
    const numbers = ['KEPT-1', 'KEPT-2', 'KEPT-3']
    const ids = await Promise.all(numbers.map(delivered))
    const request = { rx: numbers.map((rx_number) => ({ rx_number })) }
    const first = await proofOf(ids[0] ?? '')
    passSeconds(app, 60)
    expect(await signatures(() => records(request))).toBe(2)
    expect(
      await signatures(async () => {
        const sealed = (await records(request)).flatMap(({ deliveries }) => deliveries)
        expect(sealed.map(({ id }) => id)).toEqual(ids)
        for (const { seal } of sealed) expect(seal && (await fits(seal))).toBe(true)
        expect([(await proofOf(ids[0] ?? '')).seal, sealed[0]?.seal]).toEqual([first.seal, first.seal])
      }),
    ).toBe(0)
  })

  test('is made again after a correction of the delivery, and once the organization has other facts', async () => {
    const id = await delivered('AGAIN-1')
    const before = await proofOf(id)
    const correction = { field: 'rx_information.0.rx_number', value: 'AGAIN-2', reason: 'Misread' }
    await app.call(proofs.correctDelivery, { as: pharmacy.admin, params: { id }, body: correction })
    const corrected = await proofOf(id)
    expect(corrected.seal?.deliveries[0]?.rx).toEqual([rowHash(corrected.rx_information[0]?.salt, 'AGAIN-2')])
    expect(corrected.seal?.deliveries[0]?.head).not.toBe(before.seal?.deliveries[0]?.head)
    const { tenant } = keysOf(pharmacy.tenant.id)
    await app.table.write(update(tenant, { remove: ['verified_at'] }))
    expect((await proofOf(id)).seal?.verified).toBe(false)
    await app.table.write(update(tenant, { set: { verified_at: app.clock.now.toISOString() } }))
    expect((await proofOf(id)).seal?.verified).toBe(true)
  })
})

test('without KMS the record is returned without a seal', async () => {
  const id = await delivered('AWAY-1')
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', 'http://127.0.0.1:1')
  const away = openSealKeys('gone')
  const [proof, found, list] = await withKeys(away, async () => [
    await read(id),
    await records({ rx: [{ rx_number: 'AWAY-1' }] }),
    await app.call(proofs.listSealKeys),
  ])
  vi.unstubAllEnvs()
  expect(proof).toMatchObject({ status: 200, body: { seal: null, chain_ok: true } })
  expect(found).toMatchObject([{ found: 'one', deliveries: [{ id, seal: null }] }])
  expect(list.status).toBe(503)
})

test('a broken chain is not sealed', async () => {
  const id = await delivered('WRONG-1')
  const key = keysOf(pharmacy.tenant.id).historyItem(id, 0)
  const item = await app.table.get(key)
  if (!item) throw new Error('There is no item')
  await app.table.write(put(key, { ...item, changed_by_name: 'Mallory' }))
  expect(await proofOf(id)).toMatchObject({ chain_ok: 0, seal: null })
})

test('a chain cut off at its end, together with its delivery, contradicts the activity log', async () => {
  const id = await delivered('CUT-1')
  const before = await app.table.get(keysOf(pharmacy.tenant.id).delivery(id))
  const body = { field: 'signer_name', value: 'Grace', reason: 'Misread' }
  const { status, body: corrected } = await app.call(proofs.correctDelivery, {
    as: pharmacy.admin,
    params: { id },
    body,
  })
  expect([status, corrected.chain_ok, corrected.seal]).toEqual([201, true, null])
  for (let look = 0; look < 30; look++) await read(id)
  expect((await proofOf(id)).seal?.deliveries).toMatchObject([{ length: 4 }])
  const keys = keysOf(pharmacy.tenant.id)
  if (!before) throw new Error('There is no delivery')
  await app.table.write(put(keys.delivery(id), before), remove(keys.historyItem(id, 3)))
  expect(await proofOf(id)).toMatchObject({ chain_ok: 3, seal: null })
  expect(await records({ rx: [{ rx_number: 'CUT-1' }] })).toMatchObject([{ deliveries: [{ chain_ok: 3, seal: null }] }])
})

test('the public keys can be read by anyone and cached for an hour', async () => {
  const answer = await app.call(proofs.listSealKeys)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  expect(answer.body).toMatchObject([{ jwk: { kty: 'EC', crv: 'P-256' }, until: null }])
  expect(answer.text).not.toContain('"d"')
})

test('a new key seals new proofs, and the old key’s seals can still be verified', async () => {
  const id = await delivered('TURN-1')
  await withKms(['first', 'second'], async () => {
    const before = await withKeys(openSealKeys(kmsKeyIds(['first'])), () => proofOf(id))
    await withKeys(openSealKeys(kmsKeyIds(['second', 'first'])), async () => {
      const after = await proofOf(id)
      const [second, first] = await keys()
      expect([before.seal?.key_id, after.seal?.key_id]).toEqual([first?.key_id, second?.key_id])
      expect(first?.key_id).not.toBe(second?.key_id)
      expect([second?.until, first?.until]).toEqual([null, expect.any(String)])
      expect(Date.parse(first?.until ?? '')).toBeGreaterThan(Date.parse(second?.since ?? ''))
      for (const { seal } of [before, after]) expect(seal && (await fits(seal))).toBe(true)
    })
  })
})

test('an organization gets a limited number of new seals a day, and can still read the stored ones', async () => {
  const other = await app.createPharmacy()
  const seen = async (rx_number: string) => {
    const { id } = await aDelivery(app, other, { status: 'in_progress', rx_information: [{ rx_number }] })
    await complete(app, other.driver, id)
    return id
  }
  const [first, second] = [await seen('DAY-1'), await seen('DAY-2')]
  const { tenant } = keysOf(other.tenant.id)
  await app.table.write(update(tenant, { set: { limits: { seals: 1 } } }))
  const read = (id: string) => app.call(proofs.readProof, { as: other.admin, params: { id } })
  expect((await read(first)).body.seal).not.toBeNull()
  const refused = await read(second)
  expect([refused.status, refused.body.detail]).toEqual([
    429,
    'Your organization’s limit is 1 new seals of proofs a day. Try again tomorrow.',
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const body = { rx: [{ rx_number: 'DAY-1' }, { rx_number: 'DAY-2' }] }
  expect((await app.call(proofs.readAuditRecords, { as: other.admin, body })).status).toBe(429)
  expect((await read(first)).status).toBe(200)
  passSeconds(app, 86_400)
  other.admin = await app.signIn(other.admin.user)
  expect((await read(second)).body.seal).not.toBeNull()
})
