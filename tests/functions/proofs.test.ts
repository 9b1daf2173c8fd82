import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import type { StoredHistoryItem } from '#functions/data/entities/history-item.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, remove } from '#functions/data/writes.ts'
import { canonicalJson } from '#functions/deliveries/history-chain.ts'
import * as activity from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import { lazyValue } from '#shared/model/lazy.ts'
import type { Proof } from '#shared/model/proof.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { aDelivery, complete, completionData, pngBytes } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { runCallsOf } from '#tests/support/run-calls.ts'
import type { Person } from '#tests/support/test-app.ts'

const today = () => dayIn(pharmacy.tenant.time_zone, app.clock.now)
const todaysRun = () => runCallsOf(app, pharmacy, { person: pharmacy.driver, date: today() })
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const read = (id: string, as: Person = pharmacy.admin) => app.call(proofs.readProof, { as, params: { id } })
const proofOf = async (id: string): Promise<Proof> => (await read(id)).body
const correct = (id: string, body: object, headers = {}) =>
  app.call(proofs.correctDelivery, { as: pharmacy.admin, params: { id }, body, headers })
const problem = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })
const reason = 'Misread at the counter'

/** Creates a completed delivery with a signature, its signer's name and a photo, and returns its id. */
async function delivered(fields: object = {}) {
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', ...fields })
  const data = {
    ...completionData,
    signer_name: 'Grace Hopper',
    signer_relationship: 'patient',
    payment_method: 'cash',
  }
  const { status } = await complete(app, pharmacy.driver, id, { data, photo: pngBytes })
  expect(status).toBe(200)
  return id
}

describe('a proof can be read', () => {
  test('by users who manage deliveries and by the delivery’s driver', async () => {
    const id = await delivered()
    const other = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
    expect((await read(id, pharmacy.driver)).status).toBe(200)
    expect(await read(id, other)).toMatchObject({
      status: 403,
      body: { detail: "You don't have the required permission: delivery.edit_orders" },
    })
  })
})

test('before completion, only the fields of the handover are missing', async () => {
  const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
  expect(await proofOf(id)).toMatchObject({
    delivered_at: null,
    delivered_by: null,
    chain_ok: true,
    corrections: [],
    missing: ['signature', 'signer_name', 'signer_relationship', 'fill_date', 'fill_number', 'delivered_at'],
  })
})

test('without prescriptions, a prescription number is missing', async () => {
  const { id } = await aDelivery(app, pharmacy, { rx_information: [] })
  const { missing } = await proofOf(id)
  expect(missing).toContain('rx_number')
  expect(missing).not.toContain('fill_date')
})

describe('the chain', () => {
  test('has an item for each step, with the hash of the previous one', async () => {
    const { chain } = await proofOf(await delivered())
    expect(chain.map(({ new_status }) => new_status)).toEqual(['assigned', 'in_progress', 'delivered'])
    for (const [i, { hash, ...item }] of chain.entries()) {
      expect(item.prev).toBe(chain[i - 1]?.hash ?? null)
      expect(sha256(canonicalJson(item))).toBe(hash)
    }
  })

  test('contains the signed facts and the pictures’ hashes, but no prescription number', async () => {
    const id = await delivered()
    const proof = await proofOf(id)
    const [, , handover] = proof.chain
    const signature = new Uint8Array(await (await fetch(proof.patient_signature ?? '')).arrayBuffer())
    const photo = new Uint8Array(await (await fetch(proof.delivery_photo_url ?? '')).arrayBuffer())
    expect(proof).toMatchObject({ signature_sha256: sha256(signature), photo_sha256: sha256(photo) })
    expect(handover).toMatchObject({
      signed: {
        signer_name: 'Grace Hopper',
        amount: 10.5,
        payment_method: 'cash',
        delivery_address: '12 Harbor Street',
        signature_sha256: sha256(signature),
        photo_sha256: sha256(photo),
      },
    })
    expect(JSON.stringify(proof.chain)).not.toContain('RX-1')
  })

  test('continues through a run: started in bulk, failed, loaded again and delivered', async () => {
    const run = todaysRun()
    const [tried, handed] = [await run.add(), await run.add()]
    await run.load(handed.id)
    expect((await run.start({ include_not_loaded: true })).status).toBe(200)
    expect((await run.attempt(tried.id)).status).toBe(200)
    expect((await run.bringBack(tried.id)).status).toBe(200)
    expect((await run.complete(handed.id)).status).toBe(200)
    const steps = async (id: string) => {
      const { chain, chain_ok } = await proofOf(id)
      const { body } = await app.call(activity.listActivity, { as: pharmacy.admin, query: { subject_id: id } })
      const hashes = new Set(body.flatMap(({ hash }: { hash?: string }) => hash ?? []))
      return { chain_ok, steps: chain.map(({ new_status, hash }) => [new_status, hashes.has(hash)]) }
    }
    const before = [
      ['assigned', true],
      ['in_progress', true],
    ]
    expect(await steps(tried.id)).toEqual({ chain_ok: true, steps: [...before, ['failed', true]] })
    expect(await steps(handed.id)).toEqual({ chain_ok: true, steps: [...before, ['delivered', true]] })
  })

  test('has its newest hash in the event of every change', async () => {
    const id = await delivered()
    await correct(id, { field: 'amount', value: 12, reason })
    const { chain } = await proofOf(id)
    const { body } = await app.call(activity.listActivity, { as: pharmacy.admin, query: { subject_id: id } })
    const hashes = body.flatMap(({ hash }: { hash?: string }) => hash ?? [])
    expect(new Set(hashes)).toEqual(new Set(chain.map(({ hash }) => hash)))
  })

  test('is the same when built by concurrent calls', async () => {
    const id = await delivered()
    const values = ['Ann', 'Bea', 'Cleo', 'Dora']
    const answers = await Promise.all(values.map((value) => correct(id, { field: 'signer_name', value, reason })))
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const { chain, chain_ok, corrections } = await proofOf(id)
    expect(chain_ok).toBe(true)
    expect(chain).toHaveLength(3 + corrections.length)
  })

  /**
   * Manipulations of a history of five items by someone who can write to the table, and the item that the check names for each.
   */
  const broken: Record<
    string,
    [at: number, change: (items: StoredHistoryItem[]) => (StoredHistoryItem | undefined)[]]
  > = {
    'a changed letter in a name': [0, (items) => changed(items, 0, { changed_by_name: 'Ada Admim' })],
    'a changed second in a time': [1, (items) => changed(items, 1, { changed_at: '2026-01-01T00:00:00.000Z' })],
    'a changed status': [1, (items) => changed(items, 1, { new_status: 'assigned' })],
    'a changed version': [1, (items) => changed(items, 1, { version: 7 })],
    'a removed field': [2, (items) => items.map(({ signed: _signed, ...item }) => item)],
    'an added field': [2, (items) => changed(items, 2, { person: { from: null, to: 'Somebody' } })],
    'a changed signer': [2, (items) => changedSigned(items, { signer_name: 'Mallory' })],
    'a changed picture hash': [2, (items) => changedSigned(items, { signature_sha256: '0'.repeat(64) })],
    'a changed photo hash': [2, (items) => changedSigned(items, { photo_sha256: '0'.repeat(64) })],
    'a changed correction': [
      3,
      (items) => changed(items, 3, { correction: { field: 'amount', from: 10.5, to: 99, reason } }),
    ],
    'a changed hash': [1, (items) => changed(items, 1, { hash: '0'.repeat(64) })],
    'a removed hash': [1, (items) => items.map((item, i) => (i === 1 ? { ...item, hash: '' } : item))],
    'a changed previous hash': [4, (items) => changed(items, 4, { prev: '0'.repeat(64) })],
    'the first item removed': [0, (items) => items.slice(1)],
    'an item removed': [2, (items) => items.toSpliced(2, 1)],
    'the last item removed': [4, (items) => items.slice(0, -1)],
    'two items swapped': [1, ([a, b, c, d, e]) => [a, c, b, d, e]],
    'an item duplicated': [3, ([a, b, c, d, e]) => [a, b, c, c, d, e]],
    'an item appended': [5, (items) => [...items, items.at(-1)]],
  }
  const changed = (items: StoredHistoryItem[], at: number, change: Partial<StoredHistoryItem>) =>
    items.map((item, i) => (i === at ? { ...item, ...change } : item))
  const changedSigned = (items: StoredHistoryItem[], change: Partial<NonNullable<StoredHistoryItem['signed']>>) =>
    items.map((item) => (item.signed ? { ...item, signed: { ...item.signed, ...change } } : item))

  /** A delivery with two corrections, and the items of its history. */
  const corrected = lazyValue(async () => {
    const id = await delivered()
    await correct(id, { field: 'amount', value: 12, reason })
    await correct(id, { field: 'signer_name', value: 'Grace M. Hopper', reason })
    expect((await proofOf(id)).chain_ok).toBe(true)
    return { id, items: await app.table.queryAll(keysOf(pharmacy.tenant.id).history(id)) }
  })

  test.each(Object.keys(broken))('detects where it breaks: %s', async (what) => {
    const [at, change] = broken[what] ?? [0, (items) => items]
    const { id, items } = await corrected()
    const keys = keysOf(pharmacy.tenant.id)
    const stored = change(items)
    const writes = [...items, undefined].map((_, number) => {
      const key = keys.historyItem(id, number)
      return stored[number] ? put(key, stored[number]) : remove(key)
    })
    await app.table.write(...writes)
    expect((await proofOf(id)).chain_ok).toBe(at)
  })

  test.each<[string, Partial<StoredDelivery>, number]>([
    ['the signer', { signer_name: 'Mallory' }, 2],
    ['the amount', { amount: 1 }, 2],
    ['the address', { delivery_address: '1 Nowhere' }, 2],
    ['the time', { completed_at: '2026-01-01T00:00:00.000Z' }, 2],
    ['another signature', { signature_sha256: '0'.repeat(64) }, 2],
    ['the last hash of the chain', { chain_head: '0'.repeat(64) }, 4],
  ])('is invalid if the delivery disagrees: %s', async (_, change, at) => {
    const id = await delivered()
    await correct(id, { field: 'payment_method', value: 'check', reason })
    const key = keysOf(pharmacy.tenant.id).delivery(id)
    const stored = await app.table.get(key)
    if (stored) await app.table.write(put(key, { ...stored, ...change }))
    expect((await proofOf(id)).chain_ok).toBe(at)
  })
})

describe('a correction', () => {
  test.each([
    ['amount', 12.5, 10.5],
    ['payment_method', 'card', 'cash'],
    ['signer_name', 'Ruth Hale', 'Grace Hopper'],
    ['signer_relationship', 'family', 'patient'],
    ['delivery_notes', 'Left with the daughter', ''],
    ['rx_information.0.fill_date', '2026-01-02', ''],
    ['rx_information.0.fill_number', 3, null],
    ['rx_information.0.rx_number', 'RX-2', 'RX-1'],
  ])('of %s records the new and the old value, the author and the reason', async (field, value, from) => {
    const id = await delivered()
    const answer = await correct(id, { field, value, reason })
    const expected = {
      field,
      from,
      to: value,
      reason,
      corrected_at: app.clock.now.toISOString(),
      corrected_by_name: pharmacy.admin.user.full_name,
    }
    expect(answer).toMatchObject({ status: 201, body: { id, chain_ok: true, corrections: [expected] } })
    const proof = await proofOf(id)
    expect(proof).toMatchObject({ chain_ok: true, corrections: [expected] })
    const inRow = field.split('.')[2]
    const now: unknown = inRow ? Object(proof.rx_information[0])[inRow] : Object(proof)[field]
    expect(now).toBe(value)
    const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
    expect(inRow ? body.rx_information[0][inRow] : body[field]).toBe(value)
    expect(proof.chain.at(-2)).toMatchObject({ signed: { signer_name: 'Grace Hopper', amount: 10.5 } })
  })

  test('of a correction keeps both corrections', async () => {
    const id = await delivered()
    for (const value of [12, 15]) await correct(id, { field: 'amount', value, reason })
    expect((await proofOf(id)).corrections).toMatchObject([
      { from: 10.5, to: 12 },
      { from: 12, to: 15 },
    ])
  })

  test('does not appear in the status history', async () => {
    const id = await delivered()
    await correct(id, { field: 'amount', value: 12, reason })
    const { body } = await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })
    expect(body).toHaveLength(3)
    expect(Object.keys(body[0])).not.toContain('hash')
  })

  const unchanged = lazyValue(() => delivered())
  test.each([
    ['status', 'failed', 'field', 'This cannot be corrected'],
    ['completed_at', '2026-01-01', 'field', 'This cannot be corrected'],
    ['patient_signature', 'x', 'field', 'This cannot be corrected'],
    ['toString', 'x', 'field', 'This cannot be corrected'],
    ['rx_information.0.copay', 1, 'field', 'This cannot be corrected'],
    ['rx_information.00.rx_number', 'RX-2', 'field', 'This cannot be corrected'],
    ['rx_information.7.fill_date', '2026-01-01', 'field', 'This prescription does not exist'],
    ['amount', '12', 'value', 'Must be a number'],
    ['amount', -1, 'value', 'Cannot be negative'],
    ['payment_method', 'gold', 'value', 'Must be cash, check, card, prepaid or none'],
    ['signer_name', ' ', 'value', 'Signer’s name is required'],
    ['signer_relationship', 'friend', 'value', /^Must be one of/],
    ['rx_information.0.fill_date', '2026-02-30', 'value', 'Invalid date'],
    ['rx_information.0.fill_date', '', 'value', 'Invalid date'],
    ['rx_information.0.fill_number', 100, 'value', 'Must be a whole number from 0 to 99'],
    ['rx_information.0.rx_number', '', 'value', 'RX number is required'],
    ['signer_name', 'Grace Hopper', 'value', 'The record already says this'],
  ])('of %s to %j is rejected', async (field, value, at, msg) => {
    const answer = await correct(await unchanged(), { field, value, reason })
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', at] }] } })
    expect(answer.body.detail[0].msg).toMatch(typeof msg === 'string' ? new RegExp(`^${msg}$`) : msg)
  })

  test('needs a reason and cannot set a fill date in the future', async () => {
    const id = await delivered()
    for (const empty of ['', '  ', undefined])
      expect((await correct(id, { field: 'amount', value: 1, reason: empty })).status).toBe(422)
    const today = dayIn(pharmacy.tenant.time_zone, app.clock.now)
    const fill = (value: string) => correct(id, { field: 'rx_information.0.fill_date', value, reason })
    expect(await fill(addDays(today, 1))).toMatchObject(problem('value', 'Fill date cannot be in the future'))
    expect((await fill(today)).status).toBe(201)
  })

  test('is only possible for a completed delivery', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    expect(await correct(id, { field: 'amount', value: 1, reason })).toMatchObject({
      status: 409,
      body: { detail: 'A delivery that is in progress cannot be corrected' },
    })
  })

  test('is rejected for an outdated version', async () => {
    const id = await delivered()
    const stale = await correct(id, { field: 'amount', value: 1, reason }, { 'if-match': '1' })
    expect(stale.status).toBe(409)
    const { version } = await proofOf(id)
    expect((await correct(id, { field: 'amount', value: 1, reason }, { 'if-match': `${version}` })).status).toBe(201)
  })
})
