import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { todayHere } from '../../web/lib/format.ts'
import { hostileTexts } from './hostile-texts.ts'
import { mailedLink } from './mailed-link.ts'
import { test } from './watched-test.ts'

const [first = '', second = ''] = hostileTexts
const all = hostileTexts.join(' ').slice(0, 2000)
const mark = hostileTexts[7] ?? ''
const list = '/pharmacy/delivery'

const post = async (request: APIRequestContext, path: string, data: object, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await request.post(path, { data, headers })
  expect([path, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([path, expect.any(Number), ''])
  return answer.json()
}

/** A pharmacy whose every text is hostile, and its administrator's tokens. */
async function aHostilePharmacy(request: APIRequestContext) {
  const email = `${randomUUID()}@hostile.example`
  const password = 'Sturdy-Bridge-77'
  const { tenant_id } = await post(request, '/api/auth/register', {
    full_name: second,
    email,
    password,
    company_name: first,
    phone_number: '5550100142',
    domain: mark,
    business_type: ['pharmacy'],
    metadata: { npi_number: '1234567893', nabp_number: '1234567', fax_number: '5550100143', company_description: all },
  })
  const subscribed_products = ['delivery', 'document_mgmt', 'inventory_mgmt']
  await post(request, '/api/registration/step2', { tenant_id, subscribed_products })
  const link = await mailedLink(request, email, '/verify-email')
  await post(request, '/api/auth/verify-email', { token: new URL(link).searchParams.get('token') })
  const { access_token, refresh_token } = await post(request, '/api/auth/login', { email, password })
  return { tenant_id, access_token, refresh_token }
}

/** Somebody, a role, a patient and a delivery for every text; answers one delivery that has them all, and the last patient. */
async function fill(request: APIRequestContext, token: string) {
  const send = (path: string, data: object) => post(request, path, data, token)
  const rows = { rx_information: [{ rx_number: mark }], sku_information: [{ sku_number: mark, quantity: 1, price: 1 }] }
  const today = { delivery_date: todayHere(), time_range: '15:00-18:00', language: 'english' }
  const patients: { id: string }[] = []
  const add = async (text: string, i: number) => {
    await send('/api/roles', { name: `${text} ${i}`, description: text })
    await send('/api/users', {
      full_name: text,
      email: `<img/src=x/onerror=window.__x=1>${randomUUID()}@x.example`,
      send_invitation: i === 0,
    })
    const where = { address: text, apt_suite_building: text, city: text, state: '<>', zip_code: text.slice(0, 20) }
    const patient = await send('/api/deliveries/patients', {
      ...where,
      name: text,
      phone: '5550100142',
      email: '"><i>@x.example',
    })
    await send('/api/deliveries', { ...today, ...rows, patient_id: patient.id, delivery_notes: text })
    patients[i] = patient
  }
  // As many at once as a busy counter has, not all: the table is to be filled, not to be tried.
  for (let i = 0; i < hostileTexts.length; i += 6)
    await Promise.all(hostileTexts.slice(i, i + 6).map((text, j) => add(text, i + j)))
  const patient_id = patients[7]?.id
  const { id } = await send('/api/deliveries', {
    ...today,
    patient_id,
    delivery_notes: all,
    rx_information: hostileTexts.map((text) => ({ rx_number: text.slice(0, 60) })),
    sku_information: hostileTexts.map((text) => ({ sku_number: text.slice(0, 60), quantity: 1, price: 1 })),
  })
  const cancel = { data: { status: 'cancelled', notes: all }, headers: { authorization: `Bearer ${token}` } }
  const past = await send('/api/deliveries', { ...today, ...rows, patient_id, delivery_notes: all })
  await request.put(`/api/deliveries/${past.id}`, {
    data: { pharmacist_id: (await me(request, token)).id },
    headers: cancel.headers,
  })
  expect((await request.patch(`/api/deliveries/${past.id}/status`, cancel)).status()).toBe(200)
  return { id, cancelled: past.id, patientName: mark }
}

const me = async (request: APIRequestContext, token: string) =>
  (await request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).json()

/** Everything by which a text could show that it ran, or tried to. */
async function watch(page: Page) {
  const faults: string[] = []
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (sent) => {
    if (sent.url().includes('a.example')) faults.push(sent.url())
  })
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  return faults
}

test('a text that means harm is shown as text on every screen, and gone after signing out', async ({ page, request }, {
  project,
}) => {
  test.slow()
  const faults = await watch(page)
  const { tenant_id, access_token, refresh_token } = await aHostilePharmacy(request)
  const { id, cancelled, patientName } = await fill(request, access_token)
  const origin = project.use.baseURL ?? ''
  await page.context().addCookies([
    { name: 'access_token', value: access_token, url: origin },
    { name: 'refresh_token', value: refresh_token, url: origin },
  ])

  /** The screen shows `text` as it was typed, and nothing of it ran. */
  const expectHarmless = async (text: string | RegExp = patientName) => {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    expect([page.url(), faults, await page.evaluate(() => '__x' in window)]).toEqual([page.url(), [], false])
    expect(await page.locator('a[href^="javascript:" i], [onerror], [onload], iframe[srcdoc]').count()).toBe(0)
  }
  const visit = async (path: string, text?: string | RegExp) => {
    await page.goto(path)
    await expectHarmless(text)
  }

  await visit('/dashboard', second)
  await visit(list)
  await visit(`${list}?view=past`)
  await visit(`${list}?view=patients`)
  await visit(`${list}?view=create`, 'Delivery Information')
  await visit(`${list}/${cancelled}`)
  await visit(`${list}/edit/${id}`)
  await visit(`${list}/${id}`)
  await page.getByRole('button', { name: 'Print' }).click()
  await expectHarmless('PACKAGE DELIVERY')
  await visit('/admin/users')
  await visit('/admin/roles')
  await visit('/admin/tenant', 'This module is under development.')
  await visit(`/signup/manage/${tenant_id}`, first)

  await visit(`${list}/${id}`)
  await visit(list)
  await page.getByRole('button', { name: `Account of ${second}`, exact: true }).click()
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .click()
  await expect(page).toHaveURL(/\/login/)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  for (const secret of [patientName, access_token, refresh_token])
    expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1))
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(patientName)).toHaveCount(0)
  expect(faults).toEqual([])

  const { emails } = await (await request.get(`http://localhost:${process.env.CARELANE_E2E_MAIL_PORT}/store`)).json()
  const ours = emails.filter(({ destination }: { destination: { to: string[] } }) =>
    /@(hostile|x)\.example$/.test(destination.to[0] ?? ''),
  )
  expect(ours.length).toBeGreaterThanOrEqual(2)
  for (const { body } of ours) expect(body.html).not.toMatch(/<script|<img[^>]*onerror/i)
})

test('every document has its policy, every answer is kept by nobody', async ({ request }) => {
  const documents = [
    '/',
    '/login',
    '/signup',
    list,
    `${list}/x`,
    '/admin/users',
    '/nowhere',
    '/index.html',
    '/config.json',
  ]
  for (const path of documents) {
    const headers = (await request.get(path)).headers()
    expect([path, headers]).toEqual([
      path,
      expect.objectContaining({
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      }),
    ])
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/)
    expect(/script-src [^;]*/.exec(headers['content-security-policy'] ?? '')?.[0]).not.toContain('unsafe')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
  for (const path of ['/api/auth/me', '/api/nothing', '/api/registration/product-groups', '/api/deliveries'])
    expect([path, (await request.get(path)).headers()['cache-control']]).toEqual([path, 'no-store'])
})
