import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtRoutes, type Route } from '#shared/api/areas.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { sampleBodies } from '#tests/support/sample-bodies.ts'
import { companyBody, password } from '#tests/support/sign-up.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let pharmacy: Organisation
beforeAll(async () => {
  app = await openTestApp()
  pharmacy = await app.createPharmacy()
})
afterAll(() => app.close())

const word = 'forged-from-outside'
const number = 987_654_321
/** What the server alone decides of what lies in the table, as a caller would write it. */
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

/** Bodies that public routes take. */
const publicBodies: Record<string, () => object> = {
  'POST /api/auth/register': () => ({ ...companyBody, email: 'r@example.com', password }),
  'POST /api/users/first-user': () => ({ ...companyBody, email: 'f@example.com' }),
  'POST /api/registration/step1': () => ({ ...companyBody, email: 's@example.com' }),
}

/** The ids that a body needs to be taken, and what its path names. */
async function targetOf({ routeKey, entry }: Route) {
  const status = /completion|photo-upload/.test(routeKey) ? 'in_progress' : 'unassigned'
  const statusOf = /status$/.test(routeKey) ? 'assigned' : status
  const delivery = await aDelivery(app, pharmacy, { status: statusOf })
  const ids: Record<string, string> = {
    Delivery: delivery.id,
    Patient: (await aPatient(app, pharmacy.admin)).id,
    User: pharmacy.nobody.user.id,
    Role: pharmacy.roles[0]?.id ?? '',
  }
  return { id: ids[entry.subject ?? ''] ?? randomUUID(), patient_id: delivery.patient_id }
}

const writing = builtRoutes().filter(
  ({ routeKey, entry }) => entry.body && (entry.access !== 'public' || publicBodies[routeKey]),
)

describe.each(writing)('$routeKey', (route) => {
  test('sets nothing that the server alone decides', async () => {
    const { entry, routeKey } = route
    const { id, patient_id } = await targetOf(route)
    const sample = publicBodies[routeKey]?.() ?? sampleBodies[routeKey]
    const wanted = { ...sample, ...(routeKey === 'POST /api/deliveries' && { patient_id }) }
    // What a caller may say is not read-only.
    const schema = entry.body?.()
    const taken = schema && 'shape' in schema ? Object.keys(Object(schema.shape)) : []
    const forged = Object.fromEntries(Object.entries(readOnly).filter(([name]) => !taken.includes(name)))
    expect(Object.keys(forged).length).toBeGreaterThan(35)
    const as = entry.access === 'public' ? undefined : pharmacy.admin
    const answer = await app.call(entry, { as, params: { id }, body: { ...forged, ...wanted } })
    expect([answer.text, answer.status]).toEqual([expect.any(String), entry.success])
    expect(answer.text).not.toMatch(new RegExp(`${word}|${number}`))
    expect(await tableDump(app)).not.toMatch(new RegExp(`${word}|${number}`))
  })
})
