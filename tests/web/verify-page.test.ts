import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { deflateRawSync } from 'node:zlib'
import { downloadZip } from 'client-zip'
import { describe, expect, test } from 'vitest'
import { canonicalJson, chained } from '#functions/deliveries/chain.ts'

const page = readFileSync(new URL('../../web/features/audit/packet/verify.html', import.meta.url), 'utf8')
const script = /<script>(.*)<\/script>/s.exec(page)?.[1] ?? ''

interface Judged {
  problems: string[]
  remarks: string[]
}
type Files = Map<string, () => Promise<Uint8Array>>

/** The page's own functions, with or without the browser's SHA-256. */
function functionsOf(crypto?: Crypto) {
  const document = { getElementById: () => ({ addEventListener: () => undefined }) }
  const context = createContext({ document, crypto, TextEncoder, TextDecoder, Response, DecompressionStream, console })
  return runInContext(`${script}\n;({ canonical, sha256, hashOf, judge, readFiles })`, context) as {
    canonical: (value: unknown) => string
    sha256: (bytes: Uint8Array) => string
    hashOf: (bytes: Uint8Array) => Promise<string>
    judge: (delivery: object, files: Files) => Promise<Judged>
    readFiles: (chosen: File[]) => Promise<Files>
  }
}
const { canonical, sha256, judge, readFiles } = functionsOf()

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

test('the page asks nobody for anything, and its browser is told to refuse it', () => {
  expect(page).toContain("default-src 'none'")
  expect(page.match(/\b(?:src|href)=|https?:|fetch\(|import\b|XMLHttpRequest|WebSocket/g)).toBeNull()
})

test('the page hashes like everybody else, by its own hand and by the browser’s', async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_003]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 256)
    expect(sha256(bytes)).toBe(hashOf(bytes))
    expect(await functionsOf(globalThis.crypto).hashOf(bytes)).toBe(hashOf(bytes))
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
])('%j is written as RFC 8785 has it, by the page as by the server', (value, text) => {
  expect(canonical(value)).toBe(canonicalJson(value))
  if (text !== undefined) expect(canonicalJson(value)).toBe(text)
})

test('names are in the order of their UTF-16 code units', () => {
  // The example of RFC 8785, 3.2.3.
  const names = ['\u20ac', '\r', '\ufb33', '1', '\u0080', 'ö', '😀']
  const sorted = Object.keys(JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))))
  expect(new Set(sorted)).toEqual(new Set(names))
  expect(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))).toBe(
    '{"\\r":0,"1":0,"\u0080":0,"ö":0,"€":0,"😀":0,"\ufb33":0}',
  )
})

const signature = Uint8Array.from({ length: 500 }, (_, i) => i % 251)
const photo = Uint8Array.from({ length: 900 }, (_, i) => i % 241)

/** A delivery as a packet holds it. */
function aDelivery() {
  const step = (status: 'assigned' | 'in_progress' | 'delivered', more = {}) => ({
    ...{ _id: status, status, old_status: null, new_status: status, version: 1, notes: 'Ärger, "quoted"' },
    ...{ changed_at: '2026-03-10T15:00:00.000Z', changed_by_name: '王', changed_by_email: 'w@example.com', ...more },
  })
  const signed = { signature_sha256: hashOf(signature), photo_sha256: hashOf(photo), amount: 10.5 }
  const first = chained(step('assigned'), null)
  const second = chained(step('in_progress'), first.hash)
  const third = chained(step('delivered', { signed }), second.hash)
  return {
    delivery_id: 'd1',
    pictures: { signature: 'pictures/d1-signature.png', photo: 'pictures/d1-photo.jpg' },
    chain: [
      first,
      second,
      third,
      chained(step('delivered', { correction: { field: 'amount', from: 10.5, to: 12 } }), third.hash),
    ],
  }
}
const filesWith = (more: Record<string, Uint8Array> = {}): Files =>
  new Map(
    Object.entries({ 'd1-signature.png': signature, 'd1-photo.jpg': photo, ...more }).map(([name, bytes]) => [
      name,
      async () => bytes,
    ]),
  )

describe('a delivery of a packet', () => {
  test('that nobody touched is unchanged', async () => {
    expect(await judge(aDelivery(), filesWith())).toMatchObject({ problems: [], remarks: [] })
  })

  test('with one character changed anywhere is named with its step', async () => {
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
      const { problems } = await judge({ ...aDelivery(), chain }, filesWith())
      expect([at, problems.length], text.slice(at - 20, at + 20)).toEqual([at, 1])
      const step = text.slice(0, at).split('},{').length
      expect(problems[0]).toContain(`Step ${step} of 4`)
    }
    expect(judged).toBeGreaterThan(100)
  })

  test.each([
    ['its first step dropped', [1, 2, 3], 'Step 1 of 3'],
    ['a step dropped', [0, 2, 3], 'Step 2 of 3'],
    ['two steps changed over', [0, 2, 1, 3], 'Step 2 of 4'],
    ['a step twice', [0, 1, 1, 2, 3], 'Step 3 of 5'],
    ['no steps', [], 'It has no steps'],
  ])('with %s is named', async (_, order, said) => {
    const { chain, ...rest } = aDelivery()
    const { problems } = await judge({ ...rest, chain: order.map((i) => chain[i]) }, filesWith())
    expect(problems[0]).toContain(said)
  })

  test.each(['signature', 'photo'] as const)('with another %s, or none, is named', async (what) => {
    const name = what === 'signature' ? 'd1-signature.png' : 'd1-photo.jpg'
    for (const at of [0, 250, 499]) {
      const changed = (what === 'signature' ? signature : photo).slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      const { problems } = await judge(aDelivery(), filesWith({ [name]: changed }))
      expect(problems).toEqual([`The ${what} is not the one that was signed for.`])
    }
    const files = filesWith()
    files.delete(name)
    expect((await judge(aDelivery(), files)).problems).toEqual([`The ${what} is not in the packet.`])
  })

  test('whose pictures are older than the hashes says so', async () => {
    const { chain, ...rest } = aDelivery()
    const { problems, remarks } = await judge({ ...rest, chain: chain.slice(0, 2) }, filesWith())
    expect([problems.length, remarks.length]).toEqual([0, 2])
  })
})

/** A ZIP of one compressed file, as other programs make it. */
function deflated(name: string, content: string) {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

test('the files of a ZIP are read, whether it was packed by us or packed again', async () => {
  const zip = await downloadZip([
    { name: 'chain.json', input: '[]' },
    { name: 'pictures/d1-photo.jpg', input: photo },
  ]).blob()
  const files = await readFiles([new File([zip], 'audit-packet.zip')])
  expect([...files.keys()]).toEqual(['chain.json', 'd1-photo.jpg'])
  expect(hashOf((await files.get('d1-photo.jpg')?.()) ?? '')).toBe(hashOf(photo))
  const parts = [deflated('chain.json', '[1]')]
  expect(new TextDecoder().decode(await (await readFiles([new File(parts, 'again.zip')])).get('chain.json')?.())).toBe(
    '[1]',
  )
  await expect(readFiles([new File(['PK'], 'x.zip')])).rejects.toThrow('This is not a ZIP file.')
})
