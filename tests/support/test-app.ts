import { randomUUID } from 'node:crypto'
import { operations as authOperations } from '#functions/auth/operations.ts'
import type { StoredRole, StoredTenant, StoredUser } from '#functions/data/entities.ts'
import { openTable } from '#functions/data/open-table.ts'
import { operations as deliveryOperations } from '#functions/deliveries/operations.ts'
import { edgeGuard } from '#functions/edge/edge-guard.ts'
import { recordFeedback } from '#functions/feedback/record-feedback.ts'
import { createHandler, type Handler } from '#functions/http/handler.ts'
import { openServices, type Services } from '#functions/http/services.ts'
import { operations as registrationOperations } from '#functions/registration/operations.ts'
import { signAccessToken } from '#functions/security/access-tokens.ts'
import { openSession } from '#functions/security/sessions.ts'
import { answerUnknown } from '#functions/unknown/answer-unknown.ts'
import { operations as userOperations } from '#functions/users/operations.ts'
import { sendDueMails } from '#functions/workers/send-due-mails.ts'
import { startCloud } from '#infra/local/cloud.ts'
import { addressUser, addUser, createTenant } from '#infra/local/demo/create-tenant.ts'
import { startGateway } from '#infra/local/gateway.ts'
import { type AreaName, areas } from '#shared/api/areas.ts'
import type { Entry } from '#shared/api/contract.ts'
import type { ProductKey } from '#shared/model/catalogue.ts'
import { namesElsewhere, otherEngines } from './other-engines.ts'

export interface Sending {
  as?: Person | string | undefined
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/** An answer. `body` is parsed JSON and not typed: tests check it themselves. */
export interface Received {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any
}

export interface Person {
  user: StoredUser
  token: string
  refreshToken: string
}

export interface Organisation {
  tenant: StoredTenant
  roles: StoredRole[]
  admin: Person
  pharmacist: Person
  driver: Person
  /** Signed in, without any role. */
  nobody: Person
}

interface Options extends Partial<Pick<Parameters<typeof startCloud>[0], 'google' | 'dataDir'>> {
  /** Wraps every handler behind the gateway. */
  around?: (handler: Handler, area: AreaName | 'unknown') => Handler
}

/** Sets variables of the process, which files share; the returned function puts the former ones back. */
function setEnvironment(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}

/** The true handlers, on the local stand-ins and behind the local gateway, with a clock that tests set. */
export async function openTestApp({ around = (handler) => handler, ...options }: Options = {}) {
  const cloud = await startCloud({
    dataDir: ':memory:',
    ...namesElsewhere(),
    engines: otherEngines,
    onMailFeedback: (event) => recordFeedback(services, event),
    ...options,
  })
  const restoreEnvironment = setEnvironment({ ...cloud.environment, LOG_LEVEL: 'SILENT' })
  const clock = { now: new Date() }
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
  }
  const services: Services = { ...openServices(process.env), now: () => new Date(clock.now), wait }
  // Tests read and write everywhere: only the handlers have the table that guards tenants.
  const table = openTable(services.table.name)
  const gateway = await startGateway({
    port: 0,
    handlers: {
      auth: around(createHandler(areas.auth, authOperations, services), 'auth'),
      users: around(createHandler(areas.users, userOperations, services), 'users'),
      registration: around(createHandler(areas.registration, registrationOperations, services), 'registration'),
      deliveries: around(createHandler(areas.deliveries, deliveryOperations, services), 'deliveries'),
      unknown: around(answerUnknown(services.log), 'unknown'),
    },
    web: { kind: 'none' },
    mediaOrigins: [cloud.mediaOrigin],
    edgeSecret: cloud.edgeSecret,
    guard: edgeGuard(async () => [cloud.edgeSecret], Date.now),
    config: { google_client_id: '', medical_hidden_hosts: [] },
  })

  /** Calls an entry of the contract as the web app would. */
  async function call(entry: Entry, sending: Sending = {}): Promise<Received> {
    const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sending.params?.[name] ?? ''))
    const query = Object.entries(sending.query ?? {}).map(([key, value]): [string, string] => [key, String(value)])
    return fetchPath(entry.method, `${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`, sending)
  }

  let requests = 0
  async function fetchPath(
    method: string,
    path: string,
    { as, body, form, headers = {} }: Sending = {},
  ): Promise<Received> {
    requests++
    const token = typeof as === 'object' ? as.token : as
    const response = await fetch(`${gateway.address}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }

  /** Signs a user in without a password. */
  async function signIn(user: StoredUser): Promise<Person> {
    const place = { tenantId: user.tenant_id, sessionId: randomUUID(), userId: user.id }
    const refreshToken = await openSession(table, services.keys, { ...place, user, now: clock.now })
    return { user, refreshToken, token: await signAccessToken(services.keys, place, clock.now) }
  }

  let people = 0
  /** Adds a user who is signed in. */
  async function join(tenant: StoredTenant, fields: Partial<StoredUser> = {}): Promise<Person> {
    people++
    const named = { full_name: `Person ${people}`, email: `person${people}@example.com`, password_hash: null }
    const user = await addUser(table, tenant, { ...named, ...fields })
    await addressUser(table, user)
    return signIn(user)
  }

  /** A pharmacy with one user of each kind. */
  async function createPharmacy(subscribed: ProductKey[] = ['delivery']): Promise<Organisation> {
    const { tenant, roles } = await createTenant(table, {
      name: 'Corner Pharmacy',
      description: 'Around the corner',
      subscribed_products: subscribed,
      time_zone: 'UTC',
      now: clock.now,
    })
    const roleNamed = (name: string) => roles.filter((role) => role.name === name).map(({ id }) => id)
    return {
      tenant,
      roles,
      admin: await join(tenant, { is_tenant_admin: true, full_name: 'Ada Admin' }),
      pharmacist: await join(tenant, { roles: roleNamed('Pharmacist'), full_name: 'Phil Pharmacist' }),
      driver: await join(tenant, { roles: roleNamed('Delivery Staff'), full_name: 'Dora Driver' }),
      nobody: await join(tenant),
    }
  }

  async function close() {
    if (process.env.PROOF) console.log(`${requests} requests`)
    await gateway.close()
    await cloud.close()
    restoreEnvironment()
  }
  /** Sends waiting mails, as the worker does every minute. */
  const sendMails = () => sendDueMails(services)

  return {
    cloud,
    services,
    table,
    clock,
    waits,
    gateway,
    sendMails,
    call,
    fetchPath,
    signIn,
    join,
    createPharmacy,
    close,
  }
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>
