import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as users from '#shared/api/users.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { securityHeaders } from '../security-headers.ts'
import { openSmokeCaller, type SmokeCaller, SmokeCheckError } from './smoke-caller.ts'

/** A running product, and what only its operator knows about it. */
export interface SmokeTarget {
  /** The app's origin, without a trailing slash. */
  origin: string
  /** The credentials of an administrator whose organisation has the delivery product. */
  credentials: { email: string; password: string }
  /** The gateway's own origin, which must refuse calls. Undefined if there is none. */
  gateway?: string | undefined
  /** The subscriptions to alarms and to warnings about key deletions. Undefined if the product has none. */
  subscriptions?: () => Promise<readonly { isConfirmed: boolean; isSwitchedOffByLink: boolean }[]>
  /** The addresses to which mails were sent. Undefined if only SES knows them. */
  mailedTo?: (() => Promise<readonly string[]>) | undefined
}

/** A check of one part of the product, with its name in the report. `run` throws `SmokeCheckError` if the part does not work. */
interface Check {
  name: string
  run(): Promise<void>
}

const ours = {
  patient: {
    name: 'Canary Smoke',
    phone: '(555) 010-0199',
    email: '',
    address: '1 Mine Street',
    apt_suite_building: '',
    city: 'New Haven',
    state: 'CT',
    zip_code: '06510',
    is_business_address: false,
  },
  /** An image of one pixel, in the form that a signature pad sends. */
  signature:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}

const picture = () => Buffer.from(ours.signature.slice(ours.signature.indexOf(',') + 1), 'base64')

/** Returns the checks of a product in their order: those that need a session follow the sign-in. */
export function smokeChecks(product: SmokeTarget): Check[] {
  const caller = openSmokeCaller(product.origin)
  const state = { deliveryId: '', photoKey: undefined as string | undefined }
  return [
    { name: 'pages', run: () => checkPages(caller) },
    { name: 'headers', run: () => checkHeaders(caller) },
    { name: 'configuration', run: () => checkConfiguration(caller) },
    { name: 'unknown route', run: () => checkUnknownRoute(caller) },
    { name: 'refusal', run: () => caller.expect(patients.searchPatients, 401) },
    ...(product.gateway ? [{ name: 'gateway', run: () => checkGateway(product.gateway ?? '') }] : []),
    ...(product.subscriptions ? [{ name: 'alarms', run: () => checkSubscriptions(product) }] : []),
    { name: 'sign-in', run: () => caller.signIn(product.credentials) },
    { name: 'delivery', run: () => makeDelivery(caller, state) },
    { name: 'upload', run: () => upload(caller, state) },
    { name: 'completion', run: () => complete(caller, state) },
    { name: 'mail', run: () => checkMail(caller, product.mailedTo) },
    { name: 'sign-out', run: () => caller.signOut() },
  ]
}

interface State {
  deliveryId: string
  photoKey: string | undefined
}

async function checkPages({ page }: SmokeCaller) {
  const start = await page('/')
  const inside = await page('/pharmacy/delivery')
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(start.text) ?? []
  if (!script) throw new SmokeCheckError('the app’s document loads no script')
  if (!inside.text.includes(`src="${script}"`))
    throw new SmokeCheckError('/pharmacy/delivery is not a document of this app')
  // The browser fetches these files, which the document names, before the app runs.
  await Promise.all(Array.from(inside.text.matchAll(/href="(\/assets\/[^"]+)"/g), ([, path = '']) => page(path)))
  const part = await page(script)
  const cacheControl = part.headers.get('cache-control') ?? ''
  if (!cacheControl.includes('immutable'))
    throw new SmokeCheckError(`${script} must be cached forever, but its header is "${cacheControl}"`)
  await page('/assets/index-nowhere.js', [403, 404])
}

async function checkHeaders({ page }: SmokeCaller) {
  const { headers } = await page('/')
  const cacheControl = headers.get('cache-control') ?? ''
  if (!cacheControl.includes('no-store'))
    throw new SmokeCheckError(`the document must not be cached, but its header is "${cacheControl}"`)
  for (const [name, expected] of Object.entries(securityHeaders({ mediaOrigins: [] }))) {
    const sent = headers.get(name) ?? 'nothing'
    // Only the start of the content security policy is compared, because the rest names the origins of the product's media.
    const isRight = name === 'content-security-policy' ? sent.startsWith("default-src 'none'; ") : sent === expected
    if (!isRight) throw new SmokeCheckError(`${name} is ${sent}`)
  }
}

async function checkConfiguration({ page }: SmokeCaller) {
  const { text } = await page('/config.json')
  if (!text.includes('"medical_hidden_hosts":['))
    throw new SmokeCheckError(`/config.json does not belong to the app: ${text.slice(0, 100)}`)
}

async function checkUnknownRoute({ page }: SmokeCaller) {
  const { text, headers } = await page('/api/nowhere', [404])
  if (text !== '{"detail":"Not found"}') throw new SmokeCheckError(`it returned ${text}`)
  if (!headers.get('x-request-id')) throw new SmokeCheckError('its response has no x-request-id')
}

async function checkGateway(gateway: string) {
  for (const headers of [{}, { 'x-carelane-edge': 'of nobody', 'x-carelane-viewer': '203.0.113.1' }]) {
    const { status } = await fetch(`${gateway}${auth.me.path}`, { headers })
    if (status !== 401 && status !== 403)
      throw new SmokeCheckError(`a call that bypasses CloudFront returned ${status}`)
    const { 'x-request-id': seen } = Object.fromEntries((await fetch(`${gateway}${auth.me.path}`, { headers })).headers)
    if (seen) throw new SmokeCheckError('a call that bypasses CloudFront reaches a function')
  }
}

async function checkSubscriptions({ subscriptions }: SmokeTarget) {
  const all = (await subscriptions?.()) ?? []
  if (all.some(({ isConfirmed }) => !isConfirmed))
    throw new SmokeCheckError('no one is notified: the alarm address has not been confirmed (see infra/README.md)')
  if (all.some(({ isSwitchedOffByLink }) => isSwitchedOffByLink))
    throw new SmokeCheckError(
      'an email scanner that follows the links in an alarm’s email can turn off the alarms: confirm with --authenticate-on-unsubscribe',
    )
}

async function makeDelivery(caller: SmokeCaller, state: State) {
  const [me, { time_zone }] = await Promise.all([caller.expect(auth.me, 200), caller.expect(auth.readTenantInfo, 200)])
  const [found] = await caller.expect(patients.searchPatients, 200, { query: { q: ours.patient.name } })
  const patient = found ?? (await caller.expect(patients.createPatient, 201, { body: ours.patient }))
  const body = {
    patient_id: patient.id,
    pharmacist_id: null,
    delivery_date: dayIn(time_zone, new Date()),
    time_range: '09:00-12:00',
    rx_information: [{ rx_number: `SMOKE-${Date.now()}`, copay: 1.5 }],
    sku_information: [],
  }
  const made = await caller.expect(deliveries.createDelivery, 201, { body })
  const params = { id: made.id }
  state.deliveryId = made.id
  await caller.expect(deliveries.updateDelivery, 200, { params, body: { pharmacist_id: me.id } })
  await caller.expect(deliveries.changeStatus, 200, { params, body: { status: 'in_progress' } })
  const listed = await caller.expect(deliveries.listDeliveries, 200, { query: { delivery_date: body.delivery_date } })
  if (!listed.some(({ id }: { id: string }) => id === made.id))
    throw new SmokeCheckError('it is missing from its day’s list')
}

async function upload(caller: SmokeCaller, state: State) {
  const bytes = picture()
  const body = { content_type: 'image/png', size: bytes.length }
  const params = { id: state.deliveryId }
  const { url, fields, photo_key } = await caller.expect(deliveries.requestPhotoUpload, 200, { params, body })
  const form = new FormData()
  for (const [name, value] of Object.entries<string>(fields)) form.set(name, value)
  form.set('file', new File([bytes], 'door.png', { type: 'image/png' }))
  const { status } = await fetch(url, { method: 'POST', body: form })
  if (status >= 300) throw new SmokeCheckError(`S3 returned ${status} for the upload`)
  state.photoKey = photo_key
}

async function complete(caller: SmokeCaller, state: State) {
  const params = { id: state.deliveryId }
  const body = {
    patient_signature: ours.signature,
    hipaa_form_received: true,
    counseling_received: true,
    amount: 1.5,
    ...(state.photoKey && { delivery_photo_key: state.photoKey }),
  }
  await caller.expect(deliveries.completeDelivery, 200, { params, body })
  const done = await caller.expect(deliveries.readDelivery, 200, { params })
  if (done.status !== 'delivered') throw new SmokeCheckError(`the delivery is ${done.status}`)
  for (const [what, address] of [
    ['signature', done.patient_signature],
    ['photo', state.photoKey ? done.delivery_photo_url : undefined],
  ]) {
    if (address === undefined) continue
    const shown = await fetch(address)
    const type = shown.headers.get('content-type') ?? ''
    if (shown.status !== 200 || !type.startsWith('image/'))
      throw new SmokeCheckError(`the ${what} was returned as ${shown.status} ${type}`)
  }
}

/**
 * Checks that mail is sent. The address belongs to SES's mailbox simulator, so that the mail does not affect our reputation as a
 * sender.
 */
async function checkMail(caller: SmokeCaller, mailedTo: SmokeTarget['mailedTo']) {
  const email = `success+smoke-${Date.now()}@simulator.amazonses.com`
  const body = {
    full_name: 'Canary Mail',
    email,
    roles: [],
    is_tenant_admin: false,
    is_active: true,
    send_invitation: true,
  }
  const invited = await caller.expect(users.createUser, 201, { body })
  await caller.expect(users.deleteUser, 204, { params: { id: invited.id } })
  if (!invited.invitation_sent) throw new SmokeCheckError('SES did not accept the invitation; see the worker’s log')
  if (mailedTo && !(await mailedTo()).includes(email)) throw new SmokeCheckError('the invitation did not arrive')
}
