import { describe, expect } from 'vitest'
import { listRoutes } from '#shared/api/areas.ts'
import { routeKeyOf } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery, aPatient, completionData, formOf } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

/** A page that was opened before a release does not know the fields that the release adds, and does not send them. */

interface Change {
  entry:
    | typeof users.updateUser
    | typeof users.updateRole
    | typeof patients.updatePatient
    | typeof deliveries.updateDelivery
  read: typeof users.readUser | typeof users.readRole | typeof patients.readPatient | typeof deliveries.readDelivery
  /** Creates a record in which no field has its default value. Returns it, and the body that changes all of it. */
  make: () => Promise<{ record: Record<string, unknown>; other: Record<string, unknown> }>
}

const as = () => pharmacy.admin
let made = 0

const changes: Change[] = [
  {
    entry: users.updateUser,
    read: users.readUser,
    make: async () => {
      const email = `nora${made++}@example.com`
      const roles = pharmacy.roles.slice(0, 1).map(({ id }) => id)
      const body = { full_name: 'Nora Vance', email, roles, is_tenant_admin: true }
      const { body: record } = await app.call(users.createUser, { as: as(), body })
      return { record, other: { full_name: 'Other', email, roles: [], is_tenant_admin: false, is_active: false } }
    },
  },
  {
    entry: users.updateRole,
    read: users.readRole,
    make: async () => {
      const body = { name: `Courier ${made++}`, description: 'Drives', permissions: ['delivery.view_orders'] }
      const { body: record } = await app.call(users.createRole, { as: as(), body })
      return { record, other: { name: `Driver ${made++}`, description: '', permissions: [] } }
    },
  },
  {
    entry: patients.updatePatient,
    read: patients.readPatient,
    make: async () => ({
      record: { ...(await aPatient(app, as(), { is_business_address: true, external_id: `PT-${made++}` })) },
      other: {
        name: 'Other',
        phone: '5550100199',
        email: '',
        address: '1 Mill Lane',
        apt_suite_building: '',
        city: 'Hamden',
        state: 'NY',
        zip_code: '06514',
        external_id: '',
        access_notes: '',
        notices: 'none',
      },
    }),
  },
  {
    entry: deliveries.updateDelivery,
    read: deliveries.readDelivery,
    make: async () => ({
      record: { ...(await aDelivery(app, pharmacy, { status: 'assigned', ...wholeDelivery })) },
      other: {
        delivery_date: '2099-02-01',
        time_range: '09:00-12:00',
        language: 'english',
        delivery_notes: '',
        pharmacist_id: null,
        patient_id: (await aPatient(app, as(), { name: 'Other' })).id,
        rx_information: [],
        sku_information: [],
        require_photo_id: false,
        refrigerated: false,
        collect_copay: false,
        signature_required: false,
        hipaa_form: false,
        lien_form: false,
        nf_aob_form: false,
      },
    }),
  },
]

const wholeDelivery = {
  delivery_date: '2099-01-05',
  time_range: '12:00-15:00' as const,
  language: 'spanish' as const,
  delivery_notes: 'Ring twice',
  rx_information: [{ rx_date: '2026-01-05', rx_number: 'RX-1', copay: 10.1 }],
  require_photo_id: true,
  refrigerated: true,
  collect_copay: true,
  signature_required: true,
  hipaa_form: true,
  lien_form: true,
  nf_aob_form: true,
}

describe('a field that an older page does not send keeps its value', () => {
  test('in every route that replaces a record', () => {
    const whole = listRoutes().filter(({ entry, routeKey }) => entry.method === 'PUT' && routeKey.endsWith('{id}'))
    expect(changes.map(({ entry }) => routeKeyOf(entry)).sort()).toEqual(whole.map(({ routeKey }) => routeKey).sort())
  })

  test.each(changes.map((change) => [routeKeyOf(change.entry), change] as const))('%s', async (_, change) => {
    const { other } = await change.make()
    for (const unknown of Object.keys(other)) {
      const { record, other: fields } = await change.make()
      const { [unknown]: _, ...body } = fields
      const params = { id: String(record.id) }
      const answer = await app.call(change.entry, { as: as(), params, body })
      expect([unknown, answer.status, answer.text]).toEqual([unknown, 200, expect.anything()])
      const { body: now } = await app.call(change.read, { as: as(), params })
      expect([unknown, now]).toEqual([unknown, expect.objectContaining({ [unknown]: record[unknown], ...body })])
    }
  })

  test('PATCH /api/deliveries/{id}/status and …/completion, for the notes', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'assigned', delivery_notes: 'Ring twice' })
    const params = { id }
    await app.call(deliveries.changeStatus, { as: as(), params, body: { status: 'in_progress' } })
    await app.call(deliveries.completeDelivery, { as: as(), params, form: formOf(completionData) })
    const { body } = await app.call(deliveries.readDelivery, { as: as(), params })
    expect(body).toMatchObject({ status: 'delivered', delivery_notes: 'Ring twice' })
  })
})
