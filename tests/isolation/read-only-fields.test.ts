import { describe, expect } from 'vitest'
import type { Entry } from '#shared/api/contract.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { app, test } from '#tests/support/product-test.ts'
import { tableDump } from '#tests/support/table-dump.ts'

let workplace: Workplace
test.beforeAll(async () => {
  app.services.google = testGoogleTokenReader
  workplace = await openWorkplace(app)
})

const word = 'forged-from-outside'
const number = 987_654_321
/** Fields of the table that only the server sets, with values that a caller might send. */
const readOnly: Record<string, unknown> = {
  id: word,
  pk: word,
  sk: word,
  tenant_id: word,
  user_id: word,
  version: number,
  status: word,
  created_at: word,
  updated_at: word,
  completed_at: word,
  deleted_at: word,
  expires_at_seconds: number,
  password_hash: word,
  session_epoch: number,
  invited_by: word,
  avatar_url: word,
  role: word,
  is_system_role: word,
  system_name: word,
  user_count: number,
  permissions: [word],
  active_admins: number,
  subscribed_products: [word],
  verification_link: { hash: word, expires_at_seconds: number },
  reset_link: { hash: word, expires_at_seconds: number },
  invitation_link: { hash: word, expires_at_seconds: number },
  open_deliveries: number,
  has_delivered: word,
  words: [word],
  patient_name: word,
  pharmacist_name: word,
  history: [{ _id: word }],
  write_id: word,
  status_pk: word,
  pharmacist_pk: word,
  patient_pk: word,
  list_sk: word,
  signature_key: word,
  photo_key: word,
  delivery_photo_url: word,
  delivery_photo: word,
  delivery_photo_content_type: word,
  total_copay: number,
  total_price: number,
  rx_count: number,
  sku_count: number,
  is_verified: word,
}

/** Returns the fields that a call's body accepts. Undefined if the body is not an object. */
const fieldsOf = ({ body }: Entry) => {
  const schema = body?.()
  return schema && 'shape' in schema ? Object.keys(Object(schema.shape)) : undefined
}

const withBody = everyCall().filter(({ entry }) => entry.body)

describe.each(withBody.filter(({ entry }) => fieldsOf(entry)))('$routeKey', (call) => {
  test('ignores fields that only the server sets', async () => {
    const { entry } = call
    const { as, params, body } = await makeReady(call, workplace)
    // A field that the call accepts is not read-only.
    const forged = Object.fromEntries(Object.entries(readOnly).filter(([name]) => !fieldsOf(entry)?.includes(name)))
    expect(Object.keys(forged).length).toBeGreaterThan(35)
    const answer = await app.call(entry, { as, params, body: { ...forged, ...Object(body) } })
    expect([answer.text, answer.status]).toEqual([expect.any(String), entry.success])
    expect(answer.text).not.toMatch(new RegExp(`${word}|${number}`))
    expect(await tableDump(app)).not.toMatch(new RegExp(`${word}|${number}`))
  })
})

test('only added subscriptions and a list’s export have bodies without fixed fields', () => {
  const lists = withBody.filter(({ entry }) => !fieldsOf(entry))
  expect(lists.map(({ name }) => name)).toEqual(['subscribeProducts', 'exportList'])
})
