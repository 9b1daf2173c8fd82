import { randomUUID } from 'node:crypto'
import type { StoredUser } from '#functions/data/entities.ts'
import { keysOf, unscopedKeys } from '#functions/data/keys.ts'
import { setting } from '#functions/data/setting.ts'
import { newLink } from '#functions/security/links.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import { builtRoutes } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import { type Entry, routeKeyOf } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import type { LinkPurpose } from '#shared/model/account.ts'
import {
  aDelivery,
  aPatient,
  complete,
  completionData,
  deliveryBody,
  patientBody,
  pngBytes,
} from '#tests/support/builders.ts'
import { companyBody, password, start } from '#tests/support/sign-up.ts'
import type { Organisation, Person, Received, TestHouse } from '#tests/support/test-house.ts'

type Headers = Record<string, string>

/** A call that succeeds when nothing goes wrong, and how to tell what became of it. */
export interface Ready {
  send(headers: Headers): Promise<Received>
  /** How often it took effect. A call without leaves nothing that could be half, or that a repeat could do twice. */
  done?: () => Promise<number>
  /** What a repeat is answered when the first took effect; the call's own success, unless said. */
  repeated?: number
}

export type Scenario = () => Promise<Ready>

/** Every call of the contract, and a completion whose photo was uploaded before it. */
export const scenarioNames = (): { name: string; entry: Entry }[] => [
  ...builtRoutes(),
  { name: 'completeUploaded', entry: deliveries.completeDelivery },
]

/** Opens a pharmacy in which every call of the contract can succeed: a scenario by the name of each entry. */
export async function openScenarios(house: TestHouse): Promise<Record<string, Scenario>> {
  const pharmacy = await house.found()
  const delivered = await aDelivery(house, pharmacy, { status: 'delivered' })
  const patient = String(delivered.patient_id)
  const setUp = { house, pharmacy, patient, delivered: delivered.id, password_hash: await hashPassword(password) }
  return {
    ...readScenarios(setUp),
    ...deliveryScenarios(setUp),
    ...patientScenarios(setUp),
    ...userScenarios(setUp),
    ...roleScenarios(setUp),
    ...signUpScenarios(setUp),
    ...sessionScenarios(setUp),
    ...linkScenarios(setUp),
  }
}

interface SetUp {
  house: TestHouse
  pharmacy: Organisation
  /** Has the delivered delivery. */
  patient: string
  delivered: string
  password_hash: string
}

const queries: Record<string, Record<string, string>> = {
  listSignUpProducts: { business_types: 'pharmacy' },
  searchPatients: { q: 'grace' },
}

/** Of calls that only read, or whose repeat is the same again. */
function readScenarios({ house, pharmacy, patient, delivered }: SetUp): Record<string, Scenario> {
  const ids = { Delivery: delivered, Patient: patient, User: pharmacy.driver.user.id, Tenant: pharmacy.tenant.id }
  const idOf = ({ subject }: Entry) => (subject === 'Role' ? pharmacy.roles[0]?.id : subject && ids[subject]) ?? ''
  const reading = builtRoutes().filter(({ entry, name }) => entry.method === 'GET' && name !== 'verifyInvitation')
  return {
    ...Object.fromEntries(
      reading.map(({ name, entry }) => {
        const sending = { as: pharmacy.admin, params: { id: idOf(entry) }, query: queries[name] ?? {} }
        return [name, async () => ({ send: (headers: Headers) => house.call(entry, { ...sending, headers }) })]
      }),
    ),
    initializeProducts: async () => ({
      send: (headers) => house.call(users.initializeProducts, { as: pharmacy.admin, body: {}, headers }),
    }),
  }
}

function deliveryScenarios({ house, pharmacy, patient }: SetUp): Record<string, Scenario> {
  const as = pharmacy.admin
  const stored = (id: string) => house.table.get(keysOf(pharmacy.tenant.id).delivery(id))
  const ofPatient = (id: string) => ({
    index: 'by_patient' as const,
    partition: keysOf(pharmacy.tenant.id).patientPartition(id),
  })
  return {
    createDelivery: async () => {
      const { id } = await aPatient(house, as)
      const body = deliveryBody(house, id, { pharmacist_id: pharmacy.driver.user.id })
      const key = { 'idempotency-key': randomUUID() }
      return {
        send: (headers) => house.call(deliveries.createDelivery, { as, body, headers: { ...headers, ...key } }),
        done: async () => (await house.table.queryAll(ofPatient(id))).length,
      }
    },
    updateDelivery: async () => {
      const { id } = await aDelivery(house, pharmacy, { patient_id: patient })
      const sending = { as, params: { id }, body: { pharmacist_id: pharmacy.driver.user.id } }
      return {
        send: (headers) =>
          house.call(deliveries.updateDelivery, { ...sending, headers: { ...headers, 'if-match': '1' } }),
        done: async () => ((await stored(id))?.version ?? 0) - 1,
        repeated: 409,
      }
    },
    deleteDelivery: async () => {
      const { id } = await aDelivery(house, pharmacy, { patient_id: patient })
      return {
        send: (headers) => house.call(deliveries.deleteDelivery, { as, params: { id }, headers }),
        done: async () => ((await stored(id)) ? 0 : 1),
        repeated: 404,
      }
    },
    changeStatus: async () => {
      const { id } = await aDelivery(house, pharmacy, { status: 'assigned', patient_id: patient })
      const sending = { as: pharmacy.driver, params: { id }, body: { status: 'in_progress' } }
      return {
        send: (headers) => house.call(deliveries.changeStatus, { ...sending, headers }),
        done: async () => ((await stored(id))?.version ?? 0) - 1,
        repeated: 409,
      }
    },
    completeDelivery: async () => {
      const { id } = await aDelivery(house, pharmacy, { status: 'in_progress', patient_id: patient })
      const key = { 'idempotency-key': randomUUID() }
      return {
        send: (headers) => complete(house, pharmacy.driver, id, { photo: pngBytes, headers: { ...headers, ...key } }),
        done: async () => ((await stored(id))?.history.length ?? 0) - 2,
      }
    },
    completeUploaded: async () => {
      const { id } = await aDelivery(house, pharmacy, { status: 'in_progress', patient_id: patient })
      const asked = { as, params: { id }, body: { content_type: 'image/png', size: pngBytes.length } }
      const { photo_key } = (await house.call(deliveries.requestPhotoUpload, asked)).body
      await house.house.media.put(photo_key, pngBytes, 'image/png')
      const data = { ...completionData, delivery_photo_key: photo_key }
      const key = { 'idempotency-key': randomUUID() }
      return {
        send: (headers) => complete(house, pharmacy.driver, id, { data, headers: { ...headers, ...key } }),
        done: async () => ((await stored(id))?.history.length ?? 0) - 2,
      }
    },
    requestPhotoUpload: async () => {
      const { id } = await aDelivery(house, pharmacy, { status: 'in_progress', patient_id: patient })
      const sending = { as, params: { id }, body: { content_type: 'image/jpeg', size: 9 } }
      return { send: (headers) => house.call(deliveries.requestPhotoUpload, { ...sending, headers }) }
    },
  }
}

function patientScenarios({ house, pharmacy }: SetUp): Record<string, Scenario> {
  const as = pharmacy.admin
  const keys = keysOf(pharmacy.tenant.id)
  const stored = (id: string) => house.table.get(keys.patient(id))
  const named = async (name: string) =>
    (await house.table.queryAll({ partition: keys.namePartition, startsWith: name.toLowerCase() })).length
  return {
    createPatient: async () => {
      const name = `Neil ${randomUUID()}`
      const sending = { as, body: { ...patientBody, name } }
      const key = { 'idempotency-key': randomUUID() }
      return {
        send: (headers) => house.call(patients.createPatient, { ...sending, headers: { ...headers, ...key } }),
        done: () => named(name),
      }
    },
    updatePatient: async () => {
      const { id } = await aPatient(house, as)
      const sending = { as, params: { id }, body: { ...patientBody, name: 'Grace Brewster', city: 'Arlington' } }
      return {
        send: (headers) => house.call(patients.updatePatient, { ...sending, headers: { ...headers, 'if-match': '1' } }),
        done: async () => ((await stored(id))?.version ?? 0) - 1,
        repeated: 409,
      }
    },
    deletePatient: async () => {
      const { id } = await aPatient(house, as)
      return {
        send: (headers) => house.call(patients.deletePatient, { as, params: { id }, headers }),
        done: async () => ((await stored(id))?.deleted_at ? 1 : 0),
        repeated: 404,
      }
    },
  }
}

function userScenarios({ house, pharmacy }: SetUp): Record<string, Scenario> {
  const as = pharmacy.admin
  const roles = pharmacy.driver.user.roles
  const stored = (id: string) => house.table.get(keysOf(pharmacy.tenant.id).user(id))
  return {
    createUser: async () => {
      const email = `${randomUUID()}@example.com`
      const body = { full_name: 'Nora New', email, roles }
      return {
        send: (headers) => house.call(users.createUser, { as, body, headers }),
        done: async () => ((await house.table.get(unscopedKeys.email(email))) ? 1 : 0),
        repeated: 409,
      }
    },
    updateUser: async () => {
      const { user } = await house.join(pharmacy.tenant, { is_tenant_admin: true })
      const body = { is_active: false, roles }
      return {
        send: (headers) => house.call(users.updateUser, { as, params: { id: user.id }, body, headers }),
        done: async () => (await stored(user.id))?.session_epoch ?? 0,
      }
    },
    deleteUser: async () => {
      const { user } = await house.join(pharmacy.tenant, { roles })
      return {
        send: (headers) => house.call(users.deleteUser, { as, params: { id: user.id }, headers }),
        done: async () => ((await stored(user.id)) ? 0 : 1),
        repeated: 404,
      }
    },
    resendInvitation: async () => {
      const { user } = await house.join(pharmacy.tenant)
      return {
        send: (headers) => house.call(users.resendInvitation, { as, params: { id: user.id }, headers }),
        done: async () => ((await stored(user.id))?.invitation_link ? 1 : 0),
      }
    },
  }
}

function roleScenarios({ house, pharmacy }: SetUp): Record<string, Scenario> {
  const as = pharmacy.admin
  const keys = keysOf(pharmacy.tenant.id)
  const create = (name: string, headers = {}) =>
    house.call(users.createRole, { as, body: { name, permissions: ['delivery.view_orders'] }, headers })
  return {
    createRole: async () => {
      const name = randomUUID()
      return {
        send: (headers) => create(name, headers),
        done: async () => ((await house.table.get(keys.roleName(name))) ? 1 : 0),
        repeated: 409,
      }
    },
    updateRole: async () => {
      const { id } = (await create(randomUUID())).body
      const name = randomUUID()
      return {
        send: (headers) => house.call(users.updateRole, { as, params: { id }, body: { name }, headers }),
        done: async () => ((await house.table.get(keys.role(id)))?.name === name ? 1 : 0),
      }
    },
    deleteRole: async () => {
      const { id } = (await create(randomUUID())).body
      return {
        send: (headers) => house.call(users.deleteRole, { as, params: { id }, headers }),
        done: async () => ((await house.table.get(keys.role(id))) ? 0 : 1),
        repeated: 404,
      }
    },
  }
}

function signUpScenarios({ house }: SetUp): Record<string, Scenario> {
  /** Nobody's calls count against the others'. */
  const unlimited = async (entry: Entry) =>
    house.table.write({ key: unscopedKeys.attempts(routeKeyOf(entry), '127.0.0.1'), remove: true })
  const starting =
    (entry: Entry, fields = {}) =>
    async (): Promise<Ready> => {
      await unlimited(entry)
      const email = `${randomUUID()}@example.com`
      return {
        send: (headers) => house.call(entry, { body: { ...companyBody, email, ...fields }, headers }),
        done: async () => ((await house.table.get(unscopedKeys.email(email))) ? 1 : 0),
      }
    }
  return {
    register: starting(registration.register, { password }),
    createFirstUser: starting(registration.createFirstUser),
    signUpCompany: starting(registration.signUpCompany),
    signUpProducts: async () => {
      await unlimited(registration.signUpCompany)
      await unlimited(registration.signUpProducts)
      const { tenant_id } = (await start(house, { email: `${randomUUID()}@example.com` })).body
      const body = { tenant_id, subscribed_products: ['delivery'] }
      return {
        send: (headers) => house.call(registration.signUpProducts, { body, headers }),
        done: async () => ((await house.table.get(keysOf(tenant_id).tenant)) ? 1 : 0),
        repeated: 409,
      }
    },
    subscribeProducts: async () => {
      await unlimited(registration.subscribeProducts)
      const { tenant } = await house.found()
      const sending = { params: { id: tenant.id }, body: ['docfinder'] }
      return {
        send: (headers) => house.call(registration.subscribeProducts, { ...sending, headers }),
        done: async () => ((await house.table.get(keysOf(tenant.id).tenant))?.subscribed_products.length ?? 0) - 1,
      }
    },
  }
}

function sessionScenarios({ house, pharmacy, password_hash }: SetUp): Record<string, Scenario> {
  const session = ({ user, refreshToken }: Person) =>
    house.table.get(keysOf(user.tenant_id).session(refreshToken.split('.')[1] ?? ''))
  return {
    login: async () => {
      const { user } = await house.join(pharmacy.tenant, { password_hash })
      return { send: (headers) => house.call(auth.login, { body: { email: user.email, password }, headers }) }
    },
    googleAuth: async () => {
      const { user } = await house.join(pharmacy.tenant, { is_verified: false })
      return { send: (headers) => house.call(auth.googleAuth, { body: { token: user.email }, headers }) }
    },
    refresh: async () => {
      const person = await house.join(pharmacy.tenant)
      const body = { refresh_token: person.refreshToken }
      return {
        send: (headers) => house.call(auth.refresh, { body, headers }),
        done: async () => (await session(person))?.generation ?? 0,
      }
    },
    logout: async () => {
      const person = await house.join(pharmacy.tenant)
      const body = { refresh_token: person.refreshToken }
      return {
        send: (headers) => house.call(auth.logout, { body, headers }),
        done: async () => ((await session(person)) ? 0 : 1),
      }
    },
  }
}

function linkScenarios({ house, pharmacy, password_hash }: SetUp): Record<string, Scenario> {
  const stored = ({ tenant_id, id }: StoredUser) => house.table.get(keysOf(tenant_id).user(id))

  async function linked(purpose: LinkPurpose, fields: Partial<StoredUser>) {
    const { user } = await house.join(pharmacy.tenant, fields)
    const link = await newLink(house.house.keys, purpose, user, house.clock.now)
    await house.table.write({ key: keysOf(user.tenant_id).user(user.id), ...setting(link.fields) })
    return { user, token: link.token }
  }

  const using = (entry: Entry, purpose: LinkPurpose, bodyOf: (token: string) => object) => async (): Promise<Ready> => {
    const { user, token } = await linked(purpose, { is_verified: false })
    return {
      send: (headers) => house.call(entry, { body: bodyOf(token), headers }),
      done: async () => ((await stored(user))?.is_verified ? 1 : 0),
      repeated: 400,
    }
  }
  const chosen = (token: string) => ({ token, password, confirm_password: password })

  const asking = (entry: Entry, link: 'reset_link' | 'verification_link') => async (): Promise<Ready> => {
    const { user } = await house.join(pharmacy.tenant, { password_hash, is_verified: false })
    return {
      send: (headers) => house.call(entry, { body: { email: user.email }, headers }),
      done: async () => ((await stored(user))?.[link] ? 1 : 0),
    }
  }
  return {
    verifyEmail: using(auth.verifyEmail, 'verification', (token) => ({ token })),
    setPassword: using(auth.setPassword, 'set_password', chosen),
    acceptInvitation: using(auth.acceptInvitation, 'invitation', chosen),
    resetPassword: using(auth.resetPassword, 'reset', (token) => ({
      token,
      new_password: password,
      confirm_password: password,
    })),
    verifyInvitation: async () => {
      const { token } = await linked('invitation', {})
      return { send: (headers) => house.call(auth.verifyInvitation, { query: { token }, headers }) }
    },
    requestPasswordReset: asking(auth.requestPasswordReset, 'reset_link'),
    sendVerificationEmail: asking(auth.sendVerificationEmail, 'verification_link'),
  }
}
