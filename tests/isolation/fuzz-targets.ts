import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { StoredUser } from '#functions/data/entities.ts'
import { keysOf } from '#functions/data/keys.ts'
import { put, update } from '#functions/data/writes.ts'
import { newLink } from '#functions/security/links.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import * as users from '#shared/api/users.ts'
import type { LinkPurpose } from '#shared/model/account.ts'
import type { DeliveryStatus } from '#shared/model/delivery.ts'
import type { Patient } from '#shared/model/patient.ts'
import { utcDate } from '#shared/rules/dates.ts'
import type { Places } from '#tests/support/arbitrary-of.ts'
import { aPatient } from '#tests/support/builders.ts'
import { plainDelivery } from '#tests/support/plain-delivery.ts'
import { password, start } from '#tests/support/sign-up.ts'
import type { Organisation, TestApp } from '#tests/support/test-app.ts'

/** Stand in generated bodies until the request is made: `prepare` says for what. */
export const placeholders = {
  patient: '@patient',
  driver: '@driver',
  role: '@role',
  tenant: '@tenant',
  token: '@token',
  name: '@name',
  email: 'placeholder@example.com',
}
type Placed = Partial<Record<keyof typeof placeholders, string>>

const { patient, driver, role, tenant, token, name, email } = placeholders
const never = fc.constant(undefined)
const dates = fc.constantFrom('2099-01-01', '2099-12-31')

/** By the name of a field, whatever the route. */
export const places: Places = {
  patient_id: fc.constant(patient),
  pharmacist_id: fc.constantFrom(driver, driver, null, undefined),
  delivery_date: dates,
  roles: fc.constantFrom([], [role], undefined),
  tenant_id: fc.constant(tenant),
  email: fc.constant(email),
  password: fc.constant(password),
  new_password: fc.constant(password),
  confirm_password: fc.constant(password),
  refresh_token: fc.constant(token),
  token: fc.constant(token),
  nabp_number: fc.constant('1234567'),
  delivery_photo_key: fc.constantFrom(undefined, null),
  cursor: never,
}

/** Where a route's fields are to be other ones. */
export const placesOf: Readonly<Record<string, Places>> = {
  'GET /api/deliveries': {
    patient_id: fc.constantFrom(undefined, undefined, patient),
    pharmacist_id: fc.constantFrom(undefined, driver, 'null'),
    delivery_date: fc.constantFrom(undefined, '2099-01-01'),
  },
  'PUT /api/deliveries/{id}': {
    patient_id: fc.constantFrom(patient, undefined),
    delivery_date: fc.constantFrom('2099-01-01', undefined),
  },
  'PATCH /api/deliveries/{id}/status': { status: fc.constantFrom('in_progress', 'cancelled', 'failed', 'delivered') },
  'POST /api/deliveries/patients': { email: fc.constantFrom('', 'a@example.com') },
  'PUT /api/deliveries/patients/{id}': { email: fc.constantFrom('', 'a@example.com') },
  'PUT /api/users/{id}': { email: never },
  'POST /api/roles': { name: fc.constant(name) },
  'PUT /api/roles/{id}': { name: fc.constantFrom(name, undefined) },
  'POST /api/registration/step2': {
    subscribed_products: fc.subarray(['delivery', 'document_mgmt', 'inventory_mgmt'], { minLength: 1 }),
  },
}

export interface Target {
  /** Of the path. */
  id?: string
  placed: Placed
}

/** Opens a tenant of which every route finds what it is asked for. */
export async function openTargets(app: TestApp) {
  const pharmacy: Organisation = await app.createPharmacy()
  const keys = keysOf(pharmacy.tenant.id)
  const known: Patient = await aPatient(app, pharmacy.admin)
  await app.table.write(update(keys.patient(known.id), { set: { has_delivered: true, open_deliveries: 100_000 } }))
  const password_hash = await hashPassword(password)
  const member = await app.join(pharmacy.tenant)
  const signer = await app.join(pharmacy.tenant, { password_hash })
  let made = 0

  async function aDelivery(status: DeliveryStatus): Promise<string> {
    const pharmacist = status === 'unassigned' ? undefined : pharmacy.driver.user
    const fields = {
      ...plainDelivery(utcDate(app.clock.now)),
      status,
      delivery_date: '2099-01-01',
      time_range: '09:00-12:00' as const,
      patient_id: known.id,
      patient_name: known.name,
      pharmacist_id: pharmacist?.id ?? null,
      pharmacist_name: pharmacist?.full_name ?? null,
    }
    await app.table.write(put(keys.delivery(fields.id), fields))
    return fields.id
  }

  /** Somebody with a link in his mailbox. */
  async function aLink(purpose: LinkPurpose, fields: Partial<StoredUser> = {}): Promise<Target> {
    const { user } = await app.join(pharmacy.tenant, { is_verified: false, invited_by: 'Ada Admin', ...fields })
    const link = await newLink(app.services.keys, purpose, user, app.clock.now)
    await app.table.write(put(keys.user(user.id), { ...user, ...link.fields }))
    return { placed: { token: link.token } }
  }

  const aRole = async () => {
    const body = { name: `Role ${randomUUID()}` }
    return (await app.call(users.createRole, { as: pharmacy.admin, body })).body.id
  }
  const refreshToken = async () => ({ placed: { token: (await app.signIn(signer.user)).refreshToken } })

  const prepared: Readonly<Record<string, () => Promise<Target>>> = {
    'PUT /api/deliveries/{id}': async () => ({ id: await aDelivery('unassigned'), placed: {} }),
    'DELETE /api/deliveries/{id}': async () => ({ id: await aDelivery('assigned'), placed: {} }),
    'PATCH /api/deliveries/{id}/status': async () => ({ id: await aDelivery('assigned'), placed: {} }),
    'PATCH /api/deliveries/{id}/completion': async () => ({ id: await aDelivery('in_progress'), placed: {} }),
    'POST /api/deliveries/{id}/photo-upload': async () => ({ id: await aDelivery('in_progress'), placed: {} }),
    'DELETE /api/deliveries/patients/{id}': async () => ({
      id: (await aPatient(app, pharmacy.admin)).id,
      placed: {},
    }),
    'DELETE /api/users/{id}': async () => ({ id: (await app.join(pharmacy.tenant)).user.id, placed: {} }),
    'POST /api/users/{id}/invitation': async () => ({ id: (await app.join(pharmacy.tenant)).user.id, placed: {} }),
    'PUT /api/roles/{id}': async () => ({ id: await aRole(), placed: {} }),
    'DELETE /api/roles/{id}': async () => ({ id: await aRole(), placed: {} }),
    'POST /api/auth/login': async () => ({ placed: { email: signer.user.email } }),
    'POST /api/auth/refresh': refreshToken,
    'POST /api/auth/logout': refreshToken,
    'POST /api/auth/verify-email': () => aLink('verification'),
    'POST /api/auth/set-password': () => aLink('set_password'),
    'POST /api/auth/reset-password': () => aLink('reset', { password_hash }),
    'GET /api/auth/verify-invitation': () => aLink('invitation'),
    'POST /api/auth/accept-invitation': () => aLink('invitation'),
    'POST /api/registration/step2': async () => ({
      placed: { tenant: (await start(app, { email: `${randomUUID()}@example.com` })).body.tenant_id },
    }),
  }

  const shown = { Delivery: await aDelivery('assigned'), Patient: known.id, User: member.user.id, Role: await aRole() }
  return {
    pharmacy,
    async prepare(routeKey: string, subject = ''): Promise<Target> {
      made++
      const standing: Placed = {
        patient: known.id,
        driver: pharmacy.driver.user.id,
        role: shown.Role,
        name: `Name ${made}`,
        email: `${randomUUID()}@example.com`,
      }
      const { id, placed } = (await prepared[routeKey]?.()) ?? { placed: {} }
      const path = id ?? { ...shown, Tenant: pharmacy.tenant.id }[subject]
      return { ...(path !== undefined && { id: path }), placed: { ...standing, ...placed } }
    },
  }
}

/** Puts what was prepared in the place of its stand-ins. */
export function fill(value: unknown, placed: Placed): unknown {
  if (Array.isArray(value)) return value.map((inner) => fill(inner, placed))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, fill(inner, placed)]))
  const found = Object.entries(placeholders).find(([, stand]) => stand === value)?.[0]
  return found ? (Reflect.get(placed, found) ?? value) : value
}
