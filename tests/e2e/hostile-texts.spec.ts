import { expect, type Page } from '@playwright/test'
import { cancelUnderWay, createHostileData, fieldTextsOf, signUpHostilePharmacy } from './hostile-pharmacy.ts'
import { hostileTexts } from './hostile-texts.ts'
import { installPageDriver } from './page-driver.ts'
import { sign } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'

declare global {
  interface Window {
    nameOfAll?: string
    laterMs: number
  }
}

/**
 * Installs the page driver and disables printing. Returns a list of the dialogs that the page opens with `alert` and the like, and
 * of its requests to `a.example`. A text causes them only if it runs as a script or becomes markup.
 */
async function watch(page: Page) {
  const faults: string[] = []
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (sent) => {
    if (new URL(sent.url()).hostname.endsWith('a.example')) faults.push(sent.url())
  })
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.addInitScript(installPageDriver)
  return faults
}

// A trace of hundreds of screens takes longer than the screens themselves.
test.use({ trace: 'off' })

test(
  'malicious text is shown as text on every screen, and gone after signing out',
  { tag: ['@proof', '@only-desk'] },
  async ({ page, request }, { project }) => {
    test.slow()
    const faults = await watch(page)
    const { access_token, refresh_token } = await signUpHostilePharmacy(request)
    const all = await createHostileData(request, access_token)
    const stained = all.map(({ text, ...ids }) => ({ ...ids, ...fieldTextsOf(text) }))
    const url = project.use.baseURL ?? ''
    await page.context().addCookies([
      { name: 'access_token', value: access_token, url },
      { name: 'refresh_token', value: refresh_token, url },
    ])

    /** Expects that no text has run as a script or loaded anything so far, or become markup on this screen. */
    const expectHarmless = async (where: string) => {
      expect([where, faults, await page.evaluate(() => '__x' in window)]).toEqual([where, [], false])
      expect(await page.locator('a[href^="javascript:" i], [onerror], [onload], iframe[srcdoc]').count()).toBe(0)
    }

    await page.goto(list)
    await page.evaluate(async (shown) => {
      for (const { name, street, staff } of shown) await window.driver.read(name, street, staff)
    }, stained)
    await page.getByRole('combobox', { name: 'Pharmacist for the delivery to' }).first().click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(hostileTexts.length + 2)
    await expectHarmless('the list and its choice of people')

    await page.evaluate(async (shown) => {
      const { driver } = window
      for (const { underWay, name, street, flat, town, rx, sku, note, history, writer, staff } of shown) {
        driver.open(`/pharmacy/delivery/${underWay}`)
        await driver.read(name, street, flat, town, rx, sku, note, history, writer, staff)
        await driver.press('History')
        await driver.read(history, writer)
        await driver.close()
        await driver.press('Print')
        await driver.read('PACKAGE DELIVERY', name)
        await driver.close()
        await driver.press('Complete Delivery')
        await driver.read('Patient Signature', name)
        await driver.close()
      }
    }, stained)
    await expectHarmless('a delivery, its history, slip and completion')

    await page.evaluate(async (shown) => {
      const { driver } = window
      for (const { open, name, street, flat, town, rx, sku, note, staff } of shown) {
        driver.open(`/pharmacy/delivery/edit/${open}`)
        await driver.read(name, street, flat, town, rx, sku, note, staff)
        driver.open(`/pharmacy/delivery/${open}`)
        await driver.read(`Assigned`, name, street)
        await driver.press('Delete')
        await driver.read(`the delivery for ${name}`)
        await driver.close()
      }
    }, stained)
    await expectHarmless('the form, and the question before deleting')

    await page.evaluate(async (shown) => {
      const { driver } = window
      driver.open('/pharmacy/delivery?view=patients')
      for (const { name, street, flat, town } of shown) {
        await driver.read(name, street, flat, town)
        await driver.press(`Edit ${name}`)
        await driver.read('Edit Patient', name, street, flat, town)
        await driver.close()
        await driver.press(`Delete ${name}`)
        await driver.read(`delete ${name}`)
        await driver.close()
      }
      driver.open('/pharmacy/delivery?view=create')
      await driver.type('Search patients', 'town')
      for (let page = 20; page < shown.length; page += 20) {
        await driver.read(`${page}+ patients found`)
        await driver.press('Load more')
      }
      for (const { name, street } of shown) await driver.read(name, street)
      for (const { name, street, flat, town } of shown) {
        await driver.press('New Patient')
        await driver.type('Name', `${name} new`)
        for (const [label, text] of [
          ['Phone', '5550100142'],
          ['Address', street],
          ['Apt', flat],
          ['City', town],
          ['State', '<>'],
          ['ZIP', '06510'],
        ] as const)
          await driver.type(label, text)
        await driver.press('Create Patient')
        await driver.read(`Patient ${name} new created successfully`, 'Change Patient', street, flat, town)
        await driver.press('Change Patient')
      }
      await driver.press('Cancel')
      await driver.press('Leave')
      for (const { staff } of shown) await driver.read(staff)
    }, stained)
    await expectHarmless('the directory, the picker and their dialogs')

    await page.evaluate(async (shown) => {
      const { driver } = window
      driver.open('/admin/users')
      for (const { staff, role, about } of shown) {
        await driver.read(staff, role)
        await driver.press(`Edit ${staff}`)
        await driver.read('Edit User', staff, role, about)
        await driver.close()
        await driver.press(`Delete ${staff}`)
        await driver.read(`delete ${staff}`)
        await driver.close()
      }
      driver.open('/admin/roles')
      for (const { role, about } of shown) {
        await driver.read(role, about)
        await driver.press(`Edit ${role}`)
        await driver.read('Edit Role', role, about)
        await driver.close()
        await driver.press(`Delete ${role}`)
        await driver.read('Delete Role', role)
        await driver.close()
      }
    }, stained)
    await expectHarmless('people and roles, and their dialogs')

    await page.goto(`${list}/${stained[0]?.underWay}`)
    await page.getByRole('button', { name: 'Complete Delivery' }).click()
    for (const question of ['HIPAA Form Received', 'Counseling Received'])
      await page.getByRole('group', { name: question }).getByLabel('Yes').check()
    await sign(page)
    await page.evaluate(async (shown) => {
      const { driver } = window
      for (const { note } of shown) {
        await driver.type('Delivery Notes', note)
        await driver.press('Save Signature')
        await driver.read('Confirm Delivery Details', note)
        await driver.press('Back to Edit')
      }
    }, stained)
    await expectHarmless('the second step of a completion')

    await cancelUnderWay(request, access_token, all)
    await page.goto(`${list}?view=past`)
    await page.evaluate(async (shown) => {
      for (const { name, street, staff } of shown) await window.driver.read(name, street, staff)
    }, stained)
    await expectHarmless('the past')

    await page.getByRole('button', { name: `Account menu: ${stained.at(-1)?.writer}`, exact: true }).click()
    await page
      .getByRole('menuitem', { name: 'Sign out' })
      .or(page.getByRole('button', { name: 'Sign out' }))
      .click()
    await expect(page).toHaveURL(/\/login/)
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    for (const secret of [...stained.map(({ name }) => name), access_token, refresh_token])
      expect(stored).not.toContain(JSON.stringify(secret).slice(1, -1))
    await page.goBack()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(hostileTexts[7] ?? '')).toHaveCount(0)
    expect(faults).toEqual([])

    const { emails } = await (await request.get(`http://localhost:${process.env.CARELANE_E2E_MAIL_PORT}/store`)).json()
    const ours = emails.filter(({ destination }: { destination: { to: string[] } }) =>
      /@(hostile|x)\.example$/.test(destination.to[0] ?? ''),
    )
    expect(ours.length).toBeGreaterThanOrEqual(2)
    for (const { body } of ours) expect(body.html).not.toMatch(/<script|<img[^>]*onerror/i)
  },
)

/**
 * Replaces the names of the organisation, its user and an inviter in responses by the text in `window.nameOfAll`, because each of
 * them has only one name. Also lets `performance.now` run ahead by `window.laterMs`. This runs in the page.
 */
function renameAnswers() {
  const { fetch } = window
  const now = performance.now.bind(performance)
  window.laterMs = 0
  performance.now = () => now() + window.laterMs
  window.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const name = window.nameOfAll
    if (name !== undefined && pathname.endsWith('/verify-invitation'))
      return Response.json({
        email: 'invited@hostile.example',
        invited_by: name,
        organisation: name,
        has_account: false,
      })
    if (name === undefined || !/\/(auth\/(me|tenant-info)|tenant\/[^/]+\/products)$/.test(pathname)) return answer
    const body = await answer.json()
    if (body.tenant) return Response.json({ ...body, tenant: { ...body.tenant, name } })
    return Response.json(pathname.endsWith('me') ? { ...body, full_name: name } : { ...body, name })
  }
}

test(
  'a malicious name is shown as text, for a user and for an organization',
  { tag: ['@proof', '@only-desk'] },
  async ({ page, request }, { project }) => {
    const faults = await watch(page)
    const { tenant_id, access_token, refresh_token } = await signUpHostilePharmacy(request)
    const url = project.use.baseURL ?? ''
    await page.context().addCookies([
      { name: 'access_token', value: access_token, url },
      { name: 'refresh_token', value: refresh_token, url },
    ])
    await page.addInitScript(renameAnswers)
    await page.goto('/dashboard')
    await page.evaluate(
      async ([id, texts]) => {
        const { driver } = window
        for (const text of texts) {
          window.nameOfAll = text
          driver.open('/dashboard')
          // The page reads changes when a user returns to it after a minute. Imitate that.
          window.laterMs += 61_000
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
          await driver.read(`Welcome back, ${text}`, `${text} Dashboard`)
          driver.open(`/signup/manage/${id}`)
          await driver.read('Available', text)
          const whole = { company_name: `${text} company`, full_name: `${text} person`, email: `${text} mail` }
          const description = `${text} about`
          const company = { ...whole, domain: `${text} domain`, metadata: { company_description: description } }
          const finished = { ...whole, tenant_id: id, description, business_types: ['pharmacy'], products: [text] }
          sessionStorage.setItem('carelane-sign-up', JSON.stringify({ company, finished }))
          driver.open('/signup')
          await driver.read('Tell us about your company', ...Object.values(whole), company.domain, description)
          driver.open('/signup/success')
          await driver.read('Registration complete', ...Object.values(whole), description)
        }
      },
      [tenant_id, hostileTexts] as const,
    )
    await page.context().clearCookies()
    await page.goto('/accept-invitation?token=none')
    await page.evaluate(async (texts) => {
      for (const text of texts) {
        window.nameOfAll = text
        // The page removes its token from the address and keeps it in memory, so leave the page before opening it with another
        // token.
        window.driver.open('/login')
        await window.driver.read('Sign in to your account')
        window.driver.open(`/accept-invitation?token=${texts.indexOf(text)}`)
        await window.driver.read(`${text} invited you to`)
      }
    }, hostileTexts)
    expect([faults, await page.evaluate(() => '__x' in window)]).toEqual([[], false])
  },
)
