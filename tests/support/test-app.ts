import { randomUUID } from 'node:crypto'
import { membershipWrite } from '#functions/data/accounts.ts'
import type { StoredAccount } from '#functions/data/entities/account.ts'
import { mailPartitions, recipientTaskPartitions } from '#functions/data/entities/mail.ts'
import type { StoredRole } from '#functions/data/entities/role.ts'
import type { StoredTenant } from '#functions/data/entities/tenant.ts'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { openUnguardedTable } from '#functions/data/open-table.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { newUserWrites, userCountWrites } from '#functions/data/users.ts'
import { update, type Write } from '#functions/data/writes.ts'
import { unassignDeliveries } from '#functions/deliveries/unassign-deliveries.ts'
import { createUnknownRouteHandler } from '#functions/http/answer-unknown.ts'
import { createHandler, type Handler } from '#functions/http/handler.ts'
import { openServices, type Services } from '#functions/http/services.ts'
import { authOperations } from '#functions/lambdas/operations/auth.ts'
import { deliveryOperations } from '#functions/lambdas/operations/deliveries.ts'
import { outboxTasks } from '#functions/lambdas/operations/outbox-tasks.ts'
import { recipientOperations } from '#functions/lambdas/operations/recipients.ts'
import { registrationOperations } from '#functions/lambdas/operations/registration.ts'
import { userOperations } from '#functions/lambdas/operations/users.ts'
import { recordFeedback } from '#functions/mail/record-feedback.ts'
import { sendDueMails } from '#functions/mail/send-due-mails.ts'
import { createRecipientPageHandler } from '#functions/recipients/answer-page.ts'
import { signAccessToken } from '#functions/security/access-tokens.ts'
import { createEdgeGuard } from '#functions/security/edge-guard.ts'
import { newLink } from '#functions/security/links.ts'
import { planNewSession } from '#functions/security/sessions.ts'
import {
  addressLinkWrites,
  createTenant,
  type NewDemoUser,
  newStoredAccount,
  planUser,
} from '#infra/local/demo/create-tenant.ts'
import { startGateway, type WebSource } from '#infra/local/gateway.ts'
import { startLocalAws } from '#infra/local/local-aws.ts'
import { type AreaName, apiAreas } from '#shared/api/areas.ts'
import type { Entry } from '#shared/api/contract.ts'
import { isRecipientPageRoute } from '#shared/api/recipient-page-path.ts'
import type { LinkPurpose } from '#shared/model/account.ts'
import type { ProductKey } from '#shared/model/catalogue.ts'
import { compareWithDocument } from './compare-with-document.ts'
import { namesOnOtherEngines, otherEngines } from './other-engines.ts'
import './quick-passwords.ts'
import { fetchWithoutSocket } from './without-sockets.ts'

export interface TestRequest {
  as?: Person | string | undefined
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/** A response. `body` is its parsed JSON, or undefined if it is not JSON. It has no type, because tests check what is in it. */
export interface TestResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
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
  /** A signed-in person without any role. */
  unprivileged: Person
}

/** A person who is signed in once these writes are made. */
interface Planned {
  person: Person
  writes: Write[]
}

const outbox = [...mailPartitions, ...recipientTaskPartitions]

interface Options extends Partial<Pick<Parameters<typeof startLocalAws>[0], 'google' | 'dataDir' | 'smsIdentity'>> {
  /** Wraps every handler behind the gateway. */
  around?: (handler: Handler, area: AreaName | 'unknown') => Handler
  /** The files of the web app, for tests in a browser. */
  web?: WebSource
}

/** Returns a handler for the page behind a recipient's link and for its calls, as their Lambda function serves them. */
function recipientHandler(services: Services): Handler {
  const page = createRecipientPageHandler(services)
  const calls = createHandler(apiAreas.recipients, recipientOperations, services)
  return (event) => (isRecipientPageRoute(event.routeKey) ? page(event) : calls(event))
}

/** Sets environment variables of the process, which test files share. The returned function restores the old values. */
function setEnvironment(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}

/**
 * Makes copies of an object take a sixth of the time. The SDK copies its configuration several times for each request, and V8 copies
 * an object quickly once it has been the prototype of another.
 */
function letCopyQuickly(config: object): void {
  const child: object = Object.create(config)
  for (let times = 0; times < 5; times++) Reflect.get(child, 'region')
}

/** Starts the real handlers on the local stand-ins for AWS and behind the local gateway. Tests set the clock. */
export async function openTestApp({ around = (handler) => handler, web = { kind: 'none' }, ...options }: Options = {}) {
  /** How often an item was written into each partition of the outbox that has items. */
  const written = new Map<string, number>()
  let writtenCount = 0
  const cloud = await startLocalAws({
    dataDir: ':memory:',
    onWork: (partition) => {
      written.set(partition, (written.get(partition) ?? 0) + 1)
      writtenCount++
    },
    ...namesOnOtherEngines(),
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
  // This table has no tenant guard, so the tests may read and write everywhere. The product itself uses the guarded table that is
  // part of `services`.
  const table = openUnguardedTable(services.table.inUse)
  for (const { client } of [services.table, table]) letCopyQuickly(client.config)
  const gateway = await startGateway({
    port: 0,
    handlers: {
      auth: around(createHandler(apiAreas.auth, authOperations, services), 'auth'),
      users: around(createHandler(apiAreas.users, userOperations, services), 'users'),
      registration: around(createHandler(apiAreas.registration, registrationOperations, services), 'registration'),
      deliveries: around(createHandler(apiAreas.deliveries, deliveryOperations, services), 'deliveries'),
      recipients: around(recipientHandler(services), 'recipients'),
      unknown: around(createUnknownRouteHandler(services.log), 'unknown'),
    },
    web,
    mediaOrigins: [cloud.mediaOrigin],
    edgeSecret: cloud.edgeSecret,
    guard: createEdgeGuard(async () => [cloud.edgeSecret], Date.now),
    config: { google_client_id: '', sends_texts: Boolean(options.smsIdentity), medical_hidden_hosts: [] },
  })

  /** Calls an entry of the contract as the web app would, and compares the request and the response with the OpenAPI document. */
  async function call(entry: Entry, sending: TestRequest = {}): Promise<TestResponse> {
    const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sending.params?.[name] ?? ''))
    const query = Object.entries(sending.query ?? {}).map(([key, value]): [string, string] => [key, String(value)])
    const address = `${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`
    const received = await fetchPath(entry.method, address, sending)
    compareWithDocument(entry, sending, received)
    return received
  }

  let requests = 0
  async function fetchPath(
    method: string,
    path: string,
    { as, body, form, headers = {} }: TestRequest = {},
  ): Promise<TestResponse> {
    requests++
    const token = typeof as === 'object' ? as.token : as
    const response = await fetchWithoutSocket(`${gateway.address}${path}`, {
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

  /** Returns the account of a user. For a user who has not joined it returns a new account that is not stored. */
  async function accountOfUser(user: StoredUser): Promise<StoredAccount> {
    const id = user.account_id ?? randomUUID()
    return (await table.get(unscopedKeys.account(id))) ?? newStoredAccount(user, id)
  }

  async function planSignIn(user: StoredUser, account: StoredAccount): Promise<Planned> {
    const opening = { account, user, sessionId: randomUUID(), now: clock.now }
    const { write, refresh_token, subject } = await planNewSession(services.keys, opening)
    const token = await signAccessToken(services.keys, subject, clock.now)
    return { person: { user, refreshToken: refresh_token, token }, writes: [write] }
  }

  /** Signs a user in without a password. A user who has not joined gets tokens that the product must refuse. */
  async function signIn(user: StoredUser, account?: StoredAccount): Promise<Person> {
    const { person, writes } = await planSignIn(user, account ?? (await accountOfUser(user)))
    await table.write(...writes)
    return person
  }

  /** Makes a new link for a user or for their account, and returns its token. */
  async function link(user: StoredUser, purpose: LinkPurpose): Promise<string> {
    const { id, tenant_id, account_id = '' } = user
    const isOfAccount = purpose === 'reset' || purpose === 'set_password'
    const place = { tenant_id, holder_id: isOfAccount ? account_id : id }
    const { token, fields: set } = await newLink(services.keys, purpose, place, clock.now)
    await table.write(
      isOfAccount ? update(unscopedKeys.account(account_id), { set }) : update(keysOf(tenant_id).user(id), { set }),
    )
    return token
  }

  let people = 0
  async function planPerson(tenant: StoredTenant, fields: Partial<NewDemoUser> = {}): Promise<Planned> {
    people++
    const named = { full_name: `Person ${people}`, email: `person${people}@example.com`, password_hash: null }
    const { user, writes } = planUser(tenant, { ...named, ...fields })
    const signedIn = await planSignIn(user, newStoredAccount(user, user.account_id ?? randomUUID()))
    return { person: signedIn.person, writes: [...writes, ...addressLinkWrites(user), ...signedIn.writes] }
  }

  /** Adds a user and signs them in. */
  async function join(tenant: StoredTenant, fields?: Partial<NewDemoUser>): Promise<Person> {
    const { person, writes } = await planPerson(tenant, fields)
    await table.write(...writes)
    return person
  }

  /** Adds the same person to another organisation and signs them in there. */
  async function joinAlso({ user: { account_id = '', email, full_name } }: Person, { id }: StoredTenant) {
    const keys = keysOf(id)
    const user: StoredUser = {
      id: randomUUID(),
      tenant_id: id,
      account_id,
      email,
      full_name,
      avatar_url: null,
      roles: [],
      is_tenant_admin: false,
      is_active: true,
      invited_by: 'Ada Admin',
      session_epoch: 0,
      version: 1,
      created_at: clock.now.toISOString(),
    }
    await table.write(
      ...newUserWrites(user),
      ...userCountWrites(keys, undefined, user),
      membershipWrite(account_id, { tenant_id: id, user_id: user.id }),
    )
    return signIn(user)
  }

  /**
   * Creates a pharmacy with one user of each kind. It adds all of them in one transaction, because most tests begin with a new
   * pharmacy.
   */
  async function createPharmacy(subscribed: ProductKey[] = ['delivery']): Promise<Organisation> {
    const { tenant, roles } = await createTenant(table, {
      name: 'Corner Pharmacy',
      description: 'Around the corner',
      subscribed_products: subscribed,
      time_zone: 'UTC',
      now: clock.now,
    })
    const roleNamed = (name: string) => roles.filter((role) => role.name === name).map(({ id }) => id)
    const admin = await planPerson(tenant, { is_tenant_admin: true, full_name: 'Ada Admin' })
    const pharmacist = await planPerson(tenant, { roles: roleNamed('Pharmacist'), full_name: 'Phil Pharmacist' })
    const driver = await planPerson(tenant, { roles: roleNamed('Delivery Staff'), full_name: 'Dora Driver' })
    const unprivileged = await planPerson(tenant)
    await table.write(...[admin, pharmacist, driver, unprivileged].flatMap(({ writes }) => writes))
    return {
      tenant,
      roles,
      admin: admin.person,
      pharmacist: pharmacist.person,
      driver: driver.person,
      unprivileged: unprivileged.person,
    }
  }

  async function close() {
    if (process.env.PROOF) console.log(`${requests} requests`)
    await gateway.close()
    await cloud.close()
    restoreEnvironment()
  }
  /**
   * Sends the emails that are due, as the worker does every minute. To save requests, looks only where emails wait.
   * `mail-outbox.test.ts` calls the worker's own function.
   */
  async function sendMails(using = services) {
    const isFound = await Promise.all(outbox.map((partition) => hasMails(partition)))
    await sendDueMails(
      using,
      outboxTasks,
      outbox.filter((_, i) => isFound[i]),
    )
  }
  /** Sends emails until none are due, which takes at most four runs of the worker. A run writes every item that it finds due. */
  async function sendAllMails() {
    for (let runs = 0, before = -1; runs < 4 && (before !== writtenCount || otherEngines.dynamodb); runs++) {
      before = writtenCount
      await sendMails()
    }
  }
  async function hasMails(partition: (typeof outbox)[number]) {
    const before = written.get(partition.pk)
    if (otherEngines.dynamodb) return true
    if (before === undefined) return false
    const isFound = await table.isAny(partition)
    if (!isFound && written.get(partition.pk) === before) written.delete(partition.pk)
    return isFound
  }
  /** Takes deliveries from people who can no longer deliver, as the worker does every minute. */
  const takeBack = () => unassignDeliveries(services)

  return {
    cloud,
    services,
    table,
    clock,
    waits,
    gateway,
    sendMails,
    sendAllMails,
    takeBack,
    call,
    fetchPath,
    accountOfUser,
    signIn,
    link,
    join,
    joinAlso,
    createPharmacy,
    close,
  }
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>
