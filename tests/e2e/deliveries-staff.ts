import type { APIRequestContext, Page } from '@playwright/test'
import { demoPassword, demoPatientBodies, demoStaff } from '#infra/local/demo/people.ts'
import * as auth from '#shared/api/auth.ts'
import { changeStatus, completeDelivery, createDelivery } from '#shared/api/deliveries.ts'
import { createPatient } from '#shared/api/patients.ts'
import { createUser, listRoles } from '#shared/api/users.ts'
import type { TokenPair } from '#shared/model/account.ts'
import { createCaller, type HeldTokens } from '../../web/lib/api/caller.ts'
import { demoToday } from './demo-day.ts'
import { mailedLink } from './mailed-link.ts'
import { test } from './watched-test.ts'

export type StaffMember = Awaited<ReturnType<typeof signInStaff>>

/**
 * Signs in a person of the demo pharmacy, who can then call the API beside the browser, or open a page as someone who is signed
 * in.
 */
export const signInStaff = (who: (typeof demoStaff)[number]['full_name']) =>
  signedIn(demoStaff.find(({ full_name }) => full_name === who)?.email ?? '')

/** Adds a driver, whose day no other test uses, to the demo pharmacy, and signs them in. */
export async function aDriver(admin: StaffMember, name: string, request: APIRequestContext) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@demo.carelane.example`
  const role = (await admin.call(listRoles, {})).body.find((known) => known.name === 'Delivery Staff')
  const invited = { full_name: name, email, roles: [role?.id ?? ''], is_tenant_admin: false, is_active: true }
  await admin.call(createUser, { body: { ...invited, send_invitation: true } })
  const link = new URL(await mailedLink(request, email, '/accept-invitation'))
  const token = link.searchParams.get('token') ?? new URLSearchParams(link.hash.slice(1)).get('token') ?? ''
  await admin.call(auth.acceptInvitation, {
    body: { token, password: demoPassword, confirm_password: demoPassword },
  })
  return signedIn(email)
}

async function signedIn(email: string) {
  const origin = test.info().project.use.baseURL ?? ''
  let held: HeldTokens = { access: undefined, refresh: undefined }
  const store = async ({ access_token, refresh_token }: TokenPair) => {
    held = { access: access_token, refresh: refresh_token }
  }
  const call = createCaller({
    async send({ method, path, headers, body }) {
      const sent =
        body instanceof FormData
          ? { headers, body }
          : {
              headers: { ...headers, 'content-type': 'application/json' },
              ...(body !== undefined && { body: JSON.stringify(body) }),
            }
      const answer = await fetch(origin + path, { method, ...sent })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
    },
    tokens: { read: async () => held, store, clear: async () => undefined },
    exclusively: (work) => work(),
    now: Date.now,
    signedOut: () => undefined,
    owner: () => undefined,
    overtaken: () => undefined,
    release: '',
    unread: (error) => {
      throw error
    },
  })
  const { body } = await call(auth.login, { body: { email, password: demoPassword } })
  if ('mfa_token' in body) throw new Error(`${email} has a second step`)
  await store(body)
  const enter = async (page: Page, path: string) => {
    await page.context().addCookies([
      { name: 'access_token', value: body.access_token, url: origin },
      { name: 'refresh_token', value: body.refresh_token, url: origin },
    ])
    await page.goto(path)
  }
  return { user: body.user, call, enter }
}

export async function aPatient({ call }: StaffMember, name: string, fields: object = {}) {
  const [neighbour] = demoPatientBodies
  if (!neighbour) throw new Error('The demo has no patients')
  return (await call(createPatient, { body: { ...neighbour, name, email: '', ...fields } })).body
}

interface DeliveryOptions {
  date?: string
  pharmacist?: StaffMember
  status?: 'pending' | 'in_progress'
  /** The prescription number, by default `RX-1`. The form for deliveries warns if another delivery already has this number. */
  prescription?: string
  /** The prescription's fill date. */
  filled?: string
  /** Whether the copay is collected at the door. */
  collectsCopay?: boolean
  /** The id of an existing patient. Without it, a patient called `name` is created. */
  patientId?: string
}

/** Creates a delivery through the API. By default it is for a new patient called `name`, due today and unassigned. */
export async function aDelivery(
  admin: StaffMember,
  name: string,
  { date = demoToday(), pharmacist, ...more }: DeliveryOptions = {},
) {
  const { status, prescription = 'RX-1', filled = '', patientId = (await aPatient(admin, name)).id } = more
  const { body } = await admin.call(createDelivery, {
    body: {
      delivery_date: date,
      time_range: '15:00-18:00',
      patient_id: patientId,
      pharmacist_id: pharmacist?.user.id ?? null,
      rx_information: [{ rx_number: prescription, copay: 10.1, ...(filled && { fill_date: filled }) }],
      sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 0.2 }],
      ...(status === 'pending' && { status }),
      ...(more.collectsCopay && { collect_copay: true }),
    },
  })
  if (status !== 'in_progress') return body
  return (await admin.call(changeStatus, { params: { id: body.id }, body: { status } })).body
}

/** A PNG of one pixel as a data URL, in place of a signature. */
const patient_signature =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Completes a delivery in progress through the API. */
export const deliver = (person: StaffMember, id: string, more: object = {}) =>
  person.call(completeDelivery, {
    params: { id },
    body: { patient_signature, hipaa_form_received: true, counseling_received: true, ...more },
  })

/** Returns the table rows that contain `name`, or on a phone the cards. */
export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name })

/** Opens the menu with the actions for the selected deliveries on a phone, where they are not in the bar itself. */
export async function unfoldActions(page: Page) {
  if (test.info().project.name === 'phone') await page.getByRole('button', { name: 'Actions', exact: true }).click()
}

/** Returns whether a URL has the path of this entry of the contract. */
export const hasPathOf = (url: URL, { path }: { path: string }) =>
  new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname)
