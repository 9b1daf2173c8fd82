import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { downloadZip } from 'client-zip'
import { describe, expect, test } from 'vitest'
import { canonicalJson, linkHistoryItem } from '#functions/deliveries/history-chain.ts'
import { verifyPage, verifyPageFunctions } from '#tests/support/verify-page.ts'

const { canonical, sha256, judge, readFiles, isSignedBy, fingerprintOf } = verifyPageFunctions()

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

test('the page sends no requests, and its policy makes the browser block them', () => {
  expect(verifyPage).toContain("default-src 'none'")
  expect(verifyPage.match(/\b(?:src|href)=|https?:|fetch\(|import\b|XMLHttpRequest|WebSocket/g)).toBeNull()
})

test('the page’s own hash function and the browser’s match Node’s', async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_003]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 256)
    expect(sha256(bytes)).toBe(hashOf(bytes))
    expect(await verifyPageFunctions([], globalThis.crypto).hashOf(bytes)).toBe(hashOf(bytes))
  }
})

test.each([
  [null, 'null'],
  [{ b: 1, a: [true, false, { d: null, c: '' }] }, '{"a":[true,false,{"c":"","d":null}],"b":1}'],
  [{ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u0080': 5, ö: 6, '😀': 7 }, undefined],
  [
    [JSON.parse('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, 0.5, -0],
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0.5,0]',
  ],
  ['\u20ac$\u000f\nA\'B"\\/', '"€$\\u000f\\nA\'B\\"\\\\/"'],
])('%j is encoded as in RFC 8785, by the page and by the server', (value, text) => {
  expect(canonical(value)).toBe(canonicalJson(value))
  if (text !== undefined) expect(canonicalJson(value)).toBe(text)
})

test('names are sorted by UTF-16 code units', () => {
  // This is the example of RFC 8785, section 3.2.3.
  const names = ['\u20ac', '\r', '\ufb33', '1', '\u0080', 'ö', '😀']
  const sorted = Object.keys(JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))))
  expect(new Set(sorted)).toEqual(new Set(names))
  expect(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))).toBe(
    '{"\\r":0,"1":0,"\u0080":0,"ö":0,"€":0,"😀":0,"\ufb33":0}',
  )
})

const signature = Uint8Array.from({ length: 500 }, (_, i) => i % 251)
const photo = Uint8Array.from({ length: 900 }, (_, i) => i % 241)

type Files = Map<string, () => Promise<Uint8Array>>

/** Returns a delivery in the form that it has in a packet. */
function aDelivery() {
  const step = (status: 'assigned' | 'in_progress' | 'delivered', more = {}) => ({
    _id: status,
    status,
    old_status: null,
    new_status: status,
    version: 1,
    notes: 'Ärger, "quoted"',
    changed_at: '2026-03-10T15:00:00.000Z',
    changed_by_name: '王',
    changed_by_email: 'w@example.com',
    ...more,
  })
  const signed = { signature_sha256: hashOf(signature), photo_sha256: hashOf(photo), amount: 10.5 }
  const first = linkHistoryItem(step('assigned'), null)
  const second = linkHistoryItem(step('in_progress'), first.hash)
  const third = linkHistoryItem(step('delivered', { signed }), second.hash)
  return {
    delivery_id: 'd1',
    prescriptions: [{ row: 0, rx_number: '7700001', rx_date: '', fill_date: '', fill_number: 1, salt: 'c2FsdA' }],
    pictures: { signature: 'pictures/d1-signature.png', photo: 'pictures/d1-photo.jpg' },
    chain: [
      first,
      second,
      third,
      linkHistoryItem(step('delivered', { correction: { field: 'amount', from: 10.5, to: 12 } }), third.hash),
    ],
  }
}
const filesWith = (more: Record<string, Uint8Array> = {}): Files =>
  new Map(
    Object.entries({ 'd1-signature.png': signature, 'd1-photo.jpg': photo, ...more }).map(([name, bytes]) => [
      `pictures/${name}`,
      async () => bytes,
    ]),
  )

describe('a delivery of a packet', () => {
  test('that is unmodified is reported as unchanged', async () => {
    expect(await judge(aDelivery(), filesWith())).toEqual([])
  })

  test('with any character changed is reported with its step', async () => {
    const text = JSON.stringify(aDelivery().chain)
    let judged = 0
    for (let at = 0; at < text.length; at += 7) {
      const other = text[at] === '1' ? '2' : '1'
      let chain: unknown
      try {
        chain = JSON.parse(text.slice(0, at) + other + text.slice(at + 1))
      } catch {
        continue
      }
      if (!Array.isArray(chain) || chain.length !== 4 || !chain.every((step) => typeof step === 'object')) continue
      judged++
      const problems = await judge({ ...aDelivery(), chain }, filesWith())
      expect([at, problems.length], text.slice(at - 20, at + 20)).toEqual([at, 1])
      const step = text.slice(0, at).split('},{').length
      expect(problems[0]).toContain(`Step ${step} of 4`)
    }
    expect(judged).toBeGreaterThan(100)
  })

  test.each([
    ['its first step removed', [1, 2, 3], 'Step 1 of 3'],
    ['a step removed', [0, 2, 3], 'Step 2 of 3'],
    ['two steps swapped', [0, 2, 1, 3], 'Step 2 of 4'],
    ['a step duplicated', [0, 1, 1, 2, 3], 'Step 3 of 5'],
    ['no steps', [], 'It has no steps'],
  ])('is reported with %s', async (_, order, message) => {
    const { chain, ...rest } = aDelivery()
    const problems = await judge({ ...rest, chain: order.map((i) => chain[i]) }, filesWith())
    expect(problems[0]).toContain(message)
  })

  test.each(['signature', 'photo'] as const)('is reported with another or no %s', async (what) => {
    const name = what === 'signature' ? 'd1-signature.png' : 'd1-photo.jpg'
    for (const at of [0, 250, 499]) {
      const changed = (what === 'signature' ? signature : photo).slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      const problems = await judge(aDelivery(), filesWith({ [name]: changed }))
      expect(problems).toEqual([`The ${what} doesn’t match the one recorded at signing.`])
    }
    const files = filesWith()
    files.delete(`pictures/${name}`)
    expect(await judge(aDelivery(), files)).toEqual([`The ${what} is not in the packet.`])
  })

  test('is reported with a photo that was not recorded, or without a signed step', async () => {
    const { chain, ...rest } = aDelivery()
    const noPhoto = hashedAnew({ ...rest, chain }, (items) =>
      items.map(({ signed, ...item }) => ({ ...item, ...(signed && { signed: { ...signed, photo_sha256: null } }) })),
    )
    expect(await judge(noPhoto, filesWith())).toEqual(['No photo was recorded at signing.'])
    expect(await judge({ ...rest, chain: chain.slice(0, 2) }, filesWith())).toEqual([
      'No step says what was signed for.',
    ])
  })
})

/** Makes a ZIP file with one compressed file in it, as other programs make it. */
function deflated(name: string, content: string, size = content.length) {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(size, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

test('the files of a ZIP are read, whether packed by Carelane or repacked', async () => {
  const zip = await downloadZip([
    { name: 'chain.json', input: '[]' },
    { name: 'pictures/d1-photo.jpg', input: photo },
  ]).blob()
  const files = await readFiles([new File([zip], 'audit-packet.zip')])
  expect([...files.keys()]).toEqual(['chain.json', 'pictures/d1-photo.jpg'])
  expect(hashOf((await files.get('pictures/d1-photo.jpg')?.()) ?? '')).toBe(hashOf(photo))
  const parts = [deflated('chain.json', '[1]')]
  expect(new TextDecoder().decode(await (await readFiles([new File(parts, 'again.zip')])).get('chain.json')?.())).toBe(
    '[1]',
  )
  await expect(readFiles([new File(['PK'], 'x.zip')])).rejects.toThrow('This is not a ZIP file as it was downloaded.')
})

test('a file of a ZIP is unpacked to the size that the ZIP states, and no further', async () => {
  for (const size of [10, 10_000_000]) {
    const zip = new File([deflated('chain.json', ' '.repeat(1_000_000), size)], 'bomb.zip')
    await expect((await readFiles([zip])).get('chain.json')?.()).rejects.toThrow()
  }
})

/** Makes a signing key, for us or for someone who pretends to be us. */
function aKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  return {
    jwk,
    key_id: fingerprintOf(jwk),
    sign: (bytes: Uint8Array) => new Uint8Array(sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })),
  }
}
type Key = ReturnType<typeof aKey>

describe('a signature', () => {
  test('is valid for its own key only', () => {
    for (let i = 0; i < 4; i++) {
      const [key, other] = [aKey(), aKey()]
      const bytes = new TextEncoder().encode(`message ${i}`)
      const signature = key.sign(bytes)
      expect(isSignedBy(key.jwk, bytes, signature)).toBe(true)
      expect(isSignedBy(other.jwk, bytes, signature)).toBe(false)
      expect(isSignedBy(key.jwk, bytes.slice(1), signature)).toBe(false)
      const flipped = signature.slice()
      flipped[i * 21] = (flipped[i * 21] ?? 0) ^ 1
      expect(isSignedBy(key.jwk, bytes, flipped)).toBe(false)
    }
  })

  const n = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
  const [zero, one, order] = ['0'.repeat(64), '1'.padStart(64, '0'), n]
  test.each([
    ['nothing', ''],
    ['zeros', zero + zero],
    ['r of zero', zero + one],
    ['s of zero', one + zero],
    ['r of the order', order + one],
    ['s of the order', one + order],
    ['one and one', one + one],
    ['too many bytes', `${one}${one}00`],
  ])('with %s is invalid', (_, digits) => {
    expect(isSignedBy(aKey().jwk, new Uint8Array(3), Buffer.from(digits, 'hex'))).toBe(false)
  })

  test('is invalid for a point off the curve or a key of another kind', () => {
    const key = aKey()
    const bytes = new Uint8Array(3)
    const beside = Buffer.from(key.jwk.y ?? '', 'base64url')
    beside[31] = (beside[31] ?? 0) ^ 1
    for (const jwk of [
      { ...key.jwk, y: beside.toString('base64url') },
      { ...key.jwk, crv: 'P-384' },
      { ...key.jwk, x: '' },
    ])
      expect(isSignedBy(jwk, bytes, key.sign(bytes))).toBe(false)
  })
})

const ours = aKey()
const { check } = verifyPageFunctions([ours.key_id])

type Packed = ReturnType<typeof aDelivery>
const corner = {
  organisation_id: 'o1',
  organisation: 'Corner Pharmacy',
  npi: '1234567893',
  organisation_since: '2024-07-01T09:00:00.000Z',
  verified: true,
  sealed_at: '2026-03-11T09:00:00.000Z',
}
const elsewhere = { ...corner, organisation_id: 'o2', organisation: 'Elsewhere' }

function sealOf(deliveries: readonly Packed[], key: Key = ours, facts = corner) {
  const ends = deliveries.map(({ delivery_id: id, chain, prescriptions }) => ({
    ...{ id, head: chain.at(-1)?.hash, length: chain.length },
    rx: prescriptions.map(({ row: _, ...one }) => hashOf(canonicalJson(one))),
  }))
  const sealed = { ...facts, deliveries: ends }
  const signature = key.sign(new TextEncoder().encode(canonicalJson(sealed)))
  return { ...sealed, key_id: key.key_id, signature: Buffer.from(signature).toString('base64url') }
}

interface Packet {
  deliveries: Packed[]
  seals: object[]
  keys: object[]
  pictures: Record<string, Uint8Array>
}

/** Returns a packet with two deliveries, like one from the product. */
function aPacket(): Packet {
  const deliveries = [aDelivery(), { ...aDelivery(), delivery_id: 'd2' }]
  return {
    deliveries,
    seals: [sealOf(deliveries)],
    keys: [{ key_id: ours.key_id, jwk: ours.jwk }],
    pictures: { 'd1-signature.png': signature, 'd1-photo.jpg': photo },
  }
}

/** Changes the items of a delivery's chain and computes all their hashes again. Anyone who has the files can do this. */
const hashedAnew = (delivery: Packed, change: (items: Packed['chain']) => Packed['chain']): Packed => {
  const chain: Packed['chain'] = []
  for (const { hash: _hash, ...item } of change(structuredClone(delivery.chain)))
    chain.push(linkHistoryItem(item, chain.at(-1)?.hash ?? null))
  return { ...delivery, chain }
}

const filesOf = ({ deliveries, seals, keys, pictures }: Packet) => [
  new File([JSON.stringify(deliveries)], 'chain.json'),
  new File([JSON.stringify({ time_zone: 'America/New_York', keys, seals })], 'seals.json'),
  ...Object.entries(pictures).map(([name, bytes]) => new File([bytes.slice()], name)),
]
const checked = async (packet: Packet) => {
  const { summary, verdicts, accounts } = await check(filesOf(packet))
  return { ...summary, accounts, verdicts: verdicts.map(({ text }) => text) }
}

const sealed = 'Sealed by Carelane on Mar 11, 2026, 5:00 AM EDT'
const unproven = 'Internally consistent, but not proven to come from Carelane'

test('a packet in its original form is sealed by Carelane, with time and account', async () => {
  const { text, name, verdicts, accounts } = await checked(aPacket())
  expect([text.replace(/\s/g, ' '), name]).toEqual([sealed, 'good'])
  expect(verdicts.map((verdict) => verdict.replace(/\s/g, ' '))).toEqual(Array(2).fill(`${sealed}.`))
  expect(accounts).toEqual([
    'Account: “Corner Pharmacy”, NPI 1234567893, as the account states. It was opened on Jul 1, 2024. Carelane has verified that it belongs to this pharmacy.',
  ])
})

const forged: Record<string, [forge: (packet: Packet) => Packet, message: string | RegExp, verdict?: RegExp]> = {
  'a field of a step': [
    ({ deliveries, ...rest }) => ({
      ...rest,
      deliveries: JSON.parse(JSON.stringify(deliveries).replace('Ärger', 'Kein Ärger')),
    }),
    /^1 of 2 deliveries doesn’t match/,
    /Step 1 of 4 .* was changed/,
  ],
  'a picture': [
    ({ pictures, ...rest }) => ({ ...rest, pictures: { ...pictures, 'd1-signature.png': photo } }),
    /^2 of 2 deliveries don’t match/,
    /signature doesn’t match/,
  ],
  'the order of the steps': [
    ({ deliveries: [one, ...others], ...rest }) => ({
      ...rest,
      deliveries: one ? [{ ...one, chain: one.chain.toReversed() }, ...others] : [],
    }),
    /^1 of 2/,
    /Step 1 of 4/,
  ],
  'a chain cut off at the end': [
    ({ deliveries: [one, ...others], ...rest }) => ({
      ...rest,
      deliveries: one ? [{ ...one, chain: one.chain.slice(0, -1) }, ...others] : [],
    }),
    /^1 of 2/,
    /sealed with 4 steps but has 3: the last steps are missing/,
  ],
  'another signer, rehashed': [
    ({ deliveries: [one, ...others], ...rest }) => ({
      ...rest,
      deliveries: one
        ? [hashedAnew(one, (items) => items.map((item) => ({ ...item, changed_by_name: 'Mallory' }))), ...others]
        : [],
    }),
    /^1 of 2/,
    /changed after it was sealed/,
  ],
  'another signer, rehashed and without a seal': [
    ({ deliveries: [one, ...others], ...rest }) => ({
      ...rest,
      seals: [sealOf(others)],
      deliveries: one
        ? [hashedAnew(one, (items) => items.map((item) => ({ ...item, changed_by_name: 'Mallory' }))), ...others]
        : [],
    }),
    unproven,
    /No seal covers it/,
  ],
  'another key': [
    ({ deliveries, ...rest }) => {
      const theirs = aKey()
      return { ...rest, deliveries, seals: [sealOf(deliveries, theirs)], keys: [theirs] }
    },
    unproven,
  ],
  'another key named like Carelane’s': [
    ({ deliveries, ...rest }) => {
      const theirs = { ...aKey(), key_id: ours.key_id }
      return { ...rest, deliveries, seals: [sealOf(deliveries, theirs)], keys: [theirs] }
    },
    unproven,
  ],
  'a later step after an old seal': [
    ({ deliveries: [one, ...others], ...rest }) => ({
      ...rest,
      deliveries: one ? [hashedAnew(one, (items) => [...items, ...items.slice(3)]), ...others] : [],
    }),
    unproven,
    /Its seal covers the first 4 of 5 steps/,
  ],
  'the seal of another organization': [
    ({ deliveries, ...rest }) => ({
      ...rest,
      deliveries,
      seals: [sealOf([{ ...aDelivery(), delivery_id: 'theirs' }], ours, elsewhere)],
    }),
    'seals.json seals deliveries that are not in chain.json.',
  ],
  'a delivery of another organization added': [
    ({ deliveries: [one, two], ...rest }) => ({
      ...rest,
      deliveries: one && two ? [one, two] : [],
      seals: [sealOf(one ? [one] : []), sealOf(two ? [two] : [], ours, elsewhere)],
    }),
    'The deliveries are from different pharmacies.',
  ],
  'the organization’s name over another’s seal': [
    ({ deliveries, ...rest }) => ({
      ...rest,
      deliveries,
      seals: [{ ...sealOf(deliveries, ours, elsewhere), ...corner }],
    }),
    unproven,
  ],
  'a later date in the seal': [
    ({ deliveries, ...rest }) => ({
      ...rest,
      deliveries,
      seals: [{ ...sealOf(deliveries), sealed_at: '2026-06-01T00:00:00.000Z' }],
    }),
    unproven,
  ],
  'a removed delivery': [
    ({ deliveries, ...rest }) => ({ ...rest, deliveries: deliveries.slice(1) }),
    'seals.json seals deliveries that are not in chain.json.',
  ],
  'a repeated delivery': [
    ({ deliveries, ...rest }) => ({ ...rest, deliveries: [...deliveries, ...deliveries.slice(1)] }),
    'chain.json contains a delivery twice.',
  ],
  'a picture of no delivery': [
    (packet) => ({ ...packet, pictures: { ...packet.pictures, 'd3-photo.jpg': photo } }),
    'No delivery has the picture pictures/d3-photo.jpg.',
  ],
  'no seals at all': [(packet) => ({ ...packet, seals: [], keys: [] }), unproven],
  'an unreadable seal': [(packet) => ({ ...packet, seals: [{}], keys: [{ key_id: 'x', jwk: {} }] }), unproven],
}

test.each(Object.entries(forged))(
  'a packet with %s is not reported as sealed',
  async (_, [forge, message, verdict]) => {
    const { text, name, verdicts } = await checked(forge(aPacket()))
    expect(text).toMatch(message)
    expect(name).not.toBe('good')
    if (verdict) expect(verdicts.some((one) => verdict.test(one))).toBe(true)
  },
)

test('a page that was built without a key cannot prove anything', async () => {
  const { summary } = await verifyPageFunctions().check(filesOf(aPacket()))
  expect(summary.text).toBe(unproven)
})
