import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import type { StoredPatient } from '#functions/data/entities/patient.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { patientSearchEntryWrites } from '#functions/patients/patient-writes.ts'
import * as patients from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { aPatient } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { itemOf } from '#tests/support/item-of.ts'
import { plainPatient } from '#tests/support/plain-patient.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

const firstNames = 'Maria Mario Marta Martin José Ann-Marie Anna Li Lina Olga Peter Petra Zoë Noor Ibrahim'.split(' ')
const lastNames = 'Martinez Marsh Marshall Smith Smythe O’Neil Nguyen Novak Petrov Zhang Annan Haven Lee Quill'.split(
  ' ',
)
const count = howMany({ quick: 200, proof: 3000 })
const cities = ['New Haven', 'Newark', 'Port-au-Prince', 'Marion', 'Hartford']

let all: StoredPatient[]
test.beforeAll(async () => {
  all = Array.from({ length: count }, (_, i) => ({
    ...plainPatient('2026-01-01'),
    name: `${firstNames[i % 15]} ${lastNames[(i * 7 + Math.floor(i / 15)) % 14]}`,
    phone: `(555) ${String(100 + (i % 900))}-${String(i).padStart(4, '0')}`,
    email: `p${i}@example.com`,
    city: cities[i % 5] ?? '',
    zip_code: String(6000 + (i % 97)).padStart(5, '0'),
  }))
  await store(all)
  // This is a similar patient of another tenant, who must never be found.
  await aPatient(app, (await app.createPharmacy()).admin, { name: 'Maria Martinez' })
})

/** Puts patients directly into the table, in the form in which the product would store them. */
async function store(list: readonly StoredPatient[]) {
  const keys = keysOf(pharmacy.tenant.id)
  const { client, inUse } = app.table
  const name = await inUse.forWriting()
  const items = list.flatMap((patient) => [
    itemOf(put(keys.patient(patient.id), patient)),
    ...patientSearchEntryWrites(keys, undefined, patient).map(itemOf),
  ])
  for (let i = 0; i < items.length; i += 25) {
    const requests = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }))
  }
}

/** Follows the links of a search to the end and returns its pages. */
async function walk(q: string, limit: number): Promise<Patient[][]> {
  const pages: Patient[][] = []
  let page = await app.call(patients.searchPatients, { as: pharmacy.admin, query: { q, limit } })
  for (;;) {
    expect([q, page.status]).toEqual([q, 200])
    pages.push(page.body)
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    if (!next) return pages
    page = await app.fetchPath('GET', next, { as: pharmacy.admin })
  }
}

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** Returns the ids of the patients whom a search must find according to the specification. */
function expected(...words: string[]): string[] {
  const starts = (patient: StoredPatient, word: string) =>
    [
      ...folded(`${patient.name} ${patient.city}`).replaceAll('’', '').split(/[ -]/),
      ...folded(patient.name).split('’').slice(1),
      patient.phone.replace(/\D/g, ''),
      patient.phone.slice(-4),
      patient.email,
      patient.zip_code,
    ].some((known) => known.startsWith(word))
  return all.filter((patient) => words.every((word) => starts(patient, word))).map(({ id }) => id)
}

async function expectFound(q: string, limit: number, ...words: string[]) {
  const pages = await walk(q, limit)
  const ids = pages.flat().map(({ id }) => id)
  expect([q, ids.toSorted()]).toEqual([q, expected(...words).toSorted()])
  if (ids.length > 0) expect(Math.min(...pages.map((page) => page.length))).toBeGreaterThan(0)
  for (const page of pages.slice(0, -1)) expect(page).toHaveLength(Math.min(limit, 200))
}

describe.each(['martinez', 'marie', 'jose', '5551010001', '0042', '06012', 'newark', 'prince', 'p29@example.com'])(
  'by %s',
  (word) => {
    test('each typed letter finds every matching patient exactly once', async () => {
      for (let length = 1; length <= word.length; length++)
        await expectFound(word.slice(0, length), 200, word.slice(0, length))
    })
  },
)

test('pages of any size form the same list', async () => {
  for (const limit of [7, 50, 500]) await expectFound('smyt', limit, 'smyt')
})

test.each([
  ['maria martinez', ['maria', 'martinez']],
  ['MAR mar', ['mar']],
  ['new zhang', ['new', 'zhang']],
  ['lee 06012', ['lee', '06012']],
  ['José  06', ['jose', '06']],
  ['ann-marie o’neil', ['ann', 'marie', 'oneil']],
  ["o'neil", ['oneil']],
  ['p1 port', ['p1', 'port']],
  ['(555) 1', ['5551']],
  ['555-101', ['555101']],
  ['zhang xavier', ['zhang', 'xavier']],
  ['zzz', ['zzz']],
])('%j finds the patients who match all of %j', async (q, words) => {
  await expectFound(q, 50, ...words)
})

test.each(['', ' ', '   '])('a blank query %j lists all patients by name', async (q) => {
  const pages = await walk(q, 200)
  expect(pages).toHaveLength(count / 200)
  const names = pages.flat().map(({ name }) => folded(name))
  expect(names).toHaveLength(count)
  expect(names).toEqual(names.toSorted())
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(count)
})

test('a missing query counts as blank', async () => {
  const { body } = await app.call(patients.searchPatients, { as: pharmacy.admin })
  expect(body).toHaveLength(50)
})

test('a cursor from another query is rejected', async () => {
  const search = (query: Record<string, string>) => app.call(patients.searchPatients, { as: pharmacy.admin, query })
  const { headers } = await search({ q: 'mar' })
  const cursor = new URLSearchParams(/\?([^>]+)>/.exec(headers.get('link') ?? '')?.[1]).get('cursor') ?? ''
  expect(await search({ q: 'mar', cursor })).toMatchObject({ status: 200 })
  for (const q of ['ma', '', 'mari'])
    expect(await search({ q, cursor })).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'cursor'] }] } })
})

test('a query of more than 200 characters is rejected', async () => {
  const answer = await app.call(patients.searchPatients, { as: pharmacy.admin, query: { q: 'x'.repeat(201) } })
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'q'], msg: 'Search text must be at most 200 characters' }] },
  })
})

test('the patient with this external ID is listed first and only once, with any page size', async () => {
  const { admin } = await app.createPharmacy()
  const search = async (q: string, limit: number) => {
    const { body, headers } = await app.call(patients.searchPatients, { as: admin, query: { q, limit } })
    return { names: body.map(({ name }: Patient) => name), next: headers.get('link') }
  }
  await aPatient(app, admin, { name: '4711 Club', email: '' })
  await aPatient(app, admin, { name: 'Peg O’Brien', email: '', external_id: '4711' })
  await aPatient(app, admin, { name: '4711 Bakery', email: '', external_id: '4712' })
  // The two other patients have the same word in their names, so their order is that of their random ids.
  const others = (names: readonly string[]) => names.slice(1).sort()
  const found = await search('4711', 10)
  expect([found.names[0], others(found.names), found.next]).toEqual(['Peg O’Brien', ['4711 Bakery', '4711 Club'], null])
  for (const limit of [1, 2]) {
    const names: string[] = []
    let page = await app.call(patients.searchPatients, { as: admin, query: { q: ' 4711 ', limit } })
    for (;;) {
      names.push(...page.body.map(({ name }: Patient) => name))
      const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
      if (!next) break
      page = await app.fetchPath('GET', next, { as: admin })
    }
    expect([names[0], others(names)]).toEqual(['Peg O’Brien', ['4711 Bakery', '4711 Club']])
  }
  expect((await search('4710', 10)).names).toEqual([])
})
