import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { dayIn, defaultTimeZone } from '#shared/rules/dates.ts'
import { hostileTexts } from './hostile-texts.ts'
import { mailedLink } from './mailed-link.ts'

/** Returns a text for each field: the hostile text and the name of the field, so that a screen that omits the field is noticed. */
export const fieldTextsOf = (text: string) => ({
  name: `${text} name`,
  street: `${text} street`,
  flat: `${text} flat`,
  town: `${text} town`,
  rx: `${text} rx`,
  sku: `${text} sku`,
  note: `${text} note`,
  history: `${text} history`,
  writer: `${text} writer`,
  staff: `${text} staff`,
  // Names of roles must differ in more than case, so each gets the number of its text as well.
  role: `${text} role ${hostileTexts.indexOf(text)}`,
  about: `${text} about`,
})

/**
 * A hostile text, and the ids of two deliveries that contain it: one in progress (`underWay`) and one that can still be edited
 * (`open`).
 */
interface Stained {
  text: string
  underWay: string
  open: string
}

type Method = 'post' | 'put' | 'patch'
type Send = (path: string, data: object, method?: Method) => Promise<{ id: string } & Record<string, string>>

const sender =
  (request: APIRequestContext, token?: string): Send =>
  async (path, data, method = 'post') => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await request[method](path, { data, headers })
    expect([path, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([path, expect.any(Number), ''])
    return answer.json()
  }

/**
 * Signs up a pharmacy whose name, owner, domain and description are hostile texts. Returns its id and its administrator's tokens.
 */
export async function signUpHostilePharmacy(request: APIRequestContext) {
  const [text = ''] = hostileTexts
  const email = `${randomUUID()}@hostile.example`
  const password = 'Sturdy-Bridge-77'
  const company_description = hostileTexts.join(' ').slice(0, 2000)
  const metadata = { npi_number: '1234567893', nabp_number: '1234567', fax_number: '5550100143', company_description }
  const company = {
    company_name: text,
    phone_number: '5550100142',
    domain: text,
    business_type: ['pharmacy'],
    metadata,
  }
  const send = sender(request)
  const { tenant_id = '' } = await send('/api/registration/step1', { ...company, full_name: text, email })
  await send('/api/registration/step2', { tenant_id, subscribed_products: ['delivery'] })
  const link = await mailedLink(request, email, '/verify-email')
  const verified = await send('/api/auth/verify-email', { token: new URL(link).searchParams.get('token') })
  const token = verified.set_password_token
  await send('/api/auth/set-password', { token, password, confirm_password: password })
  const { access_token = '', refresh_token = '' } = await send('/api/auth/login', { email, password })
  return { tenant_id, access_token, refresh_token }
}

/**
 * For every hostile text, creates a role, a user with that role, a patient, and two deliveries of that patient, one of which is
 * started with a note.
 */
export async function createHostileData(request: APIRequestContext, token: string): Promise<Stained[]> {
  const send = sender(request, token)
  const plan = { delivery_date: dayIn(defaultTimeZone, new Date()), time_range: '15:00-18:00', language: 'english' }

  async function add(text: string): Promise<Stained> {
    const texts = fieldTextsOf(text)
    const role = await send('/api/roles', {
      name: texts.role,
      description: texts.about,
      permissions: ['delivery.view_orders'],
    })
    const email = `'&#{{7*7}}/=${randomUUID()}@x.example`
    const invited = { send_invitation: text === hostileTexts[0] }
    const person = await send('/api/users', { full_name: texts.staff, email, roles: [role.id], ...invited })
    const place = { address: texts.street, apt_suite_building: texts.flat, city: texts.town, state: '<>' }
    const contact = {
      name: texts.name,
      phone: '5550100142',
      email: "'&#{{7*7}}/=`@x.example",
      zip_code: text.slice(0, 20),
    }
    const patient = await send('/api/deliveries/patients', { ...place, ...contact })
    const delivery = {
      ...plan,
      patient_id: patient.id,
      pharmacist_id: person.id,
      delivery_notes: texts.note,
      rx_information: [{ rx_number: texts.rx }],
      sku_information: [{ sku_number: texts.sku, quantity: 1, price: 1 }],
    }
    const [underWay, open] = await Promise.all([send('/api/deliveries', delivery), send('/api/deliveries', delivery)])
    return { text, underWay: underWay.id, open: open.id }
  }

  const all: Stained[] = []
  // Six texts are added at the same time. The purpose is to fill the table, not to test it under load.
  for (let i = 0; i < hostileTexts.length; i += 6)
    all.push(...(await Promise.all(hostileTexts.slice(i, i + 6).map(add))))

  // A history entry keeps the name that its author has at that moment, so the author gets the next hostile name before each entry.
  const { id } = await (await request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).json()
  for (const { text, underWay } of all) {
    await send(`/api/users/${id}`, { full_name: fieldTextsOf(text).writer }, 'put')
    const notes = fieldTextsOf(text).history
    await send(`/api/deliveries/${underWay}/status`, { status: 'in_progress', notes }, 'patch')
  }
  return all
}

/** Cancels the deliveries in progress, so that they appear among past deliveries. */
export async function cancelUnderWay(request: APIRequestContext, token: string, all: readonly Stained[]) {
  const send = sender(request, token)
  for (let i = 0; i < all.length; i += 6)
    await Promise.all(
      all
        .slice(i, i + 6)
        .map(({ underWay }) => send(`/api/deliveries/${underWay}/status`, { status: 'cancelled' }, 'patch')),
    )
}
