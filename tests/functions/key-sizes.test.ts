import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PrimaryKey } from '#functions/data/key.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { patientSearchEntryWrites } from '#functions/patients/patient-writes.ts'
import * as auth from '#shared/api/auth.ts'
import * as users from '#shared/api/users.ts'
import { credentials } from '#shared/model/account-forms.ts'
import { patientFields } from '#shared/model/patient.ts'
import { roleForm } from '#shared/model/role-forms.ts'
import { patientBody } from '#tests/support/builders.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** DynamoDB's limits of key sizes in bytes. */
const most = { pk: 2048, sk: 1024 }

/** Characters of one to four bytes, and characters that become up to eighteen others by normalisation or in lower case. */
const characters = ['a', 'é', '漢', '🙂', 'İ', 'Ⱥ', 'ẞ', '\u0344', '\u{1d160}', '\ufb2c', '\ufdfa', '\u0390']

const keys = keysOf('5e3f1c1e-9d3c-4f0e-8a57-1f1b2c3d4e5f')

/**
 * Returns the longest repetition of a character, of at most 2,000 times, that a field accepts. Empty if it does not accept the
 * character at all. A field that accepts a text accepts its beginnings.
 */
function longestOf(character: string, isTaken: (text: string) => boolean): string {
  let [taken, refused] = [0, 2001]
  while (refused - taken > 1) {
    const length = Math.floor((taken + refused) / 2)
    if (isTaken(character.repeat(length))) taken = length
    else refused = length
  }
  return character.repeat(taken)
}

function expectToFit({ pk, sk }: PrimaryKey) {
  expect(Buffer.byteLength(pk)).toBeLessThanOrEqual(most.pk)
  expect(Buffer.byteLength(sk)).toBeLessThanOrEqual(most.sk)
}

describe.each(characters)('made only of %j, these fit into a key:', (character) => {
  test('a role’s name', () => {
    const name = longestOf(character, (text) => roleForm().safeParse({ name: text }).success)
    expect(name).not.toBe('')
    expectToFit(keys.roleName(roleForm().parse({ name }).name))
  })

  test('the email address of a sign-in', () => {
    const sent = (email: string) => credentials().safeParse({ email, password: 'x' })
    const { data } = sent(longestOf(character, (text) => sent(text).success))
    expectToFit(unscopedKeys.email(data?.email ?? ''))
  })

  test.each(['name', 'city', 'zip_code', 'email', 'phone'])('the words of a patient’s %s', (field) => {
    const sent = (text: string) => patientFields().safeParse({ ...patientBody, [field]: text })
    const { data } = sent(longestOf(character, (text) => sent(text).success))
    const patient = {
      ...(data ?? patientFields().parse(patientBody)),
      external_id: '',
      version: 1,
      created_at: '',
      updated_at: '',
    }
    for (const { key } of patientSearchEntryWrites(keys, undefined, { ...patient, id: 'i'.repeat(36) }))
      expectToFit(key)
  })
})

describe('text too long for a key:', () => {
  let app: TestApp
  let pharmacy: Organisation
  beforeAll(async () => {
    app = await openTestApp()
    pharmacy = await app.createPharmacy()
  })
  afterAll(() => app.close())

  test('a stranger’s sign-in with 680 × 漢 is rejected', async () => {
    const answer = await app.call(auth.login, { body: { email: '漢'.repeat(680), password: 'x' } })
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'email'] }] } })
    expect(await app.call(auth.login, { body: { email: '漢'.repeat(254), password: 'x' } })).toMatchObject({
      status: 401,
    })
  })

  test('a role’s name that normalization lengthens is measured as stored', async () => {
    const grows = '\u{1d160}'
    const create = (name: string) => app.call(users.createRole, { as: pharmacy.admin, body: { name } })
    expect(await create(grows.repeat(200))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'name'] }] },
    })
    expect(await create(grows.repeat(66))).toMatchObject({
      status: 201,
      body: { name: grows.normalize('NFC').repeat(66) },
    })
  })
})
