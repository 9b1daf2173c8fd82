import { expect, type Page } from '@playwright/test'
import { changeStatus, createDelivery } from '#shared/api/deliveries.ts'
import { createRole, createUser } from '#shared/api/users.ts'
import { arriveAtDoor, button } from './arrive-at-door.ts'
import { aDelivery, deliver, hasPathOf, rowOf, signInStaff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'
import { enter, test as ownProductTest } from './own-clock.ts'
import { expectNoSidewaysOverflow } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** Runs an action at the sizes of a desk and of a phone. */
async function atBothSizes(page: Page, check: (isPhone: boolean) => Promise<void>) {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    await check(size === phone)
  }
}

const boxOf = async (place: ReturnType<Page['getByText']>) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('This element is not shown')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('the list of deliveries is a table from 1024 pixels on, and cards below', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Keisha Brown')]
  const [open, mine, done] = [nameHere('Olga Open'), nameHere('Mia Mine'), nameHere('Dora Done')]
  await aDelivery(admin, open)
  await aDelivery(admin, mine, { pharmacist: admin })
  const { id } = await aDelivery(admin, done, { pharmacist: driver, status: 'in_progress' })
  await deliver(driver, id)
  await admin.enter(page, list)

  for (const width of [1280, 1024, 1023, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('table', { name: 'Deliveries' })).toHaveCount(width >= 1024 ? 1 : 0)
    await expect(rowOf(page, open)).toBeVisible()
    await expectNoSidewaysOverflow(page)
    if (width >= 1024)
      for (const head of ['Patient', 'Address', 'Status', 'Date', 'Time', 'Total Amount', 'Pharmacist', 'Actions'])
        await expect(page.getByRole('columnheader', { name: head })).toBeInViewport()
    for (const filter of ['Pharmacist', 'Status', 'Delivery Date', 'Time Range', 'ZIP Code'])
      await expect(page.getByRole('search').getByLabel(filter, { exact: true })).toBeInViewport()
  }

  await test.step('the pharmacist’s box covers nothing of the amount', async () => {
    await atBothSizes(page, async () => {
      await rowOf(page, open).getByRole('combobox').focus()
      const { x, y, bottom } = await boxOf(rowOf(page, open).getByRole('combobox'))
      const amount = rowOf(page, open).getByText('$10.70', { exact: true })
      const text = await amount.evaluate((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect().toJSON()
      })
      const focusRing = 4
      const isBeside = text.right <= x - focusRing
      expect(isBeside || text.bottom <= y - focusRing || text.top >= bottom + focusRing).toBe(true)
    })
  })

  await test.step('the bar of a selection takes one line', async () => {
    for (const size of [desk, phone]) {
      await page.setViewportSize(size)
      await page.getByRole('checkbox', { name: `Select ${open}` }).check()
      const bar = page.getByRole('region', { name: 'Selected deliveries' })
      expect((await boxOf(bar)).height).toBeLessThan(64)
      await bar.getByRole('button', { name: 'Clear' }).click()
    }
  })

  await test.step('a card’s menu has only what the card does not show', async () => {
    await expect(rowOf(page, done).getByRole('link', { name: 'View details' })).toBeVisible()
    await expect(page.getByRole('button', { name: `More actions for ${done}` })).toHaveCount(0)
    await page.getByRole('button', { name: `More actions for ${mine}` }).click()
    for (const entry of ['View details', 'Edit'])
      await expect(rowOf(page, mine).getByRole('link', { name: entry })).toHaveCount(1)
    await expect(rowOf(page, mine).getByRole('button', { name: 'Print' })).toBeVisible()
  })

  await test.step('a single action needs no menu, and is pressed at once while another card’s menu is open', async () => {
    await expect(page.getByRole('button', { name: `More actions for ${open}` })).toHaveCount(0)
    await rowOf(page, open)
      .getByRole('button', { name: `Print: ${open}` })
      .click()
    await expect(page.getByText('PACKAGE DELIVERY')).toBeVisible()
  })
})

test('on a phone, the delivery’s own facts follow its patient, and the entries of More begin in one line', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const { id } = await aDelivery(admin, nameHere('Petra Page'))
  await page.setViewportSize(desk)
  await admin.enter(page, `${list}/${id}`)
  await expect(page.getByRole('heading', { name: 'Delivery Information' })).toBeInViewport()
  await page.setViewportSize(phone)
  const top = async (name: string) => (await boxOf(page.getByRole('heading', { name, exact: true }))).y
  expect(await top('Delivery Information')).toBeLessThan(phone.height)
  expect(await top('Patient Information')).toBeLessThan(await top('Delivery Information'))
  expect(await top('Delivery Information')).toBeLessThan(await top('Notes'))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const textStart = (place: ReturnType<Page['getByText']>) =>
    place.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return Math.round(range.getBoundingClientRect().left)
    })
  const main = page.getByRole('main')
  expect(
    Math.abs((await textStart(main.getByText('Duplicate'))) - (await textStart(main.getByText('Delete')))),
  ).toBeLessThan(3)
})

test('on a phone, the collected amount is chosen above the foot of a completion, also of a first one', {
  tag: ['@proof', '@only-phone'],
}, async ({ page }) => {
  await page.setViewportSize(phone)
  async function expectAboveFoot({ dialog, save }: Awaited<ReturnType<typeof arriveAtDoor>>) {
    const { bottom } = await boxOf(button(dialog, /^Collected /))
    expect(bottom).toBeLessThanOrEqual((await boxOf(save)).y)
  }
  const first = await arriveAtDoor(page, 'Fay First', (admin, name, more) =>
    aDelivery(admin, name, { ...more, collectsCopay: true }),
  )
  await expect(first.dialog.getByText('First-time Delivery')).toBeVisible()
  await expectAboveFoot(first)

  const later = await arriveAtDoor(page, 'Cora Collect', async (admin, name, more) => {
    const driver = more?.pharmacist ?? admin
    const earlier = await aDelivery(admin, name, { ...more, status: 'in_progress' })
    await deliver(driver, earlier.id)
    return aDelivery(admin, name, { ...more, patientId: earlier.patient_id, collectsCopay: true })
  })
  await expect(later.dialog.getByLabel('Counseling Required')).toBeVisible()
  await expectAboveFoot(later)
})

test('at a desk, the signature’s tools and the question who signs are above the foot of a first completion', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const { dialog, save } = await arriveAtDoor(page, 'Finn First')
  await expect(dialog.getByText('First-time Delivery')).toBeVisible()
  for (const place of [button(dialog, 'Clear'), button(dialog, 'Mark with an X'), dialog.getByLabel('Someone else')])
    expect((await boxOf(place)).bottom).toBeLessThanOrEqual((await boxOf(save)).y)
})

test('links to the sign-in page lead to the app’s main host', { tag: ['@proof', '@only-desk'] }, async ({ page }) => {
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { medical_hidden_hosts: [], app_origin: 'https://app.carelane.example' } }),
  )
  await atBothSizes(page, async () => {
    for (const [path, link] of [
      ['/signup', 'Sign In'],
      ['/forgot-password', 'Back to login'],
      ['/accept-invitation', 'Back to login'],
      ['/signup/manage/00000000-0000-4000-8000-000000000000', 'Sign In'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', 'https://app.carelane.example/login')
    }
  })
})

test('the tenant’s name has its place in the bar before the search has loaded', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await page.route(/assets\/search/, () => undefined)
  await atBothSizes(page, async () => {
    await admin.enter(page, '/dashboard')
    const badge = await boxOf(page.getByRole('banner').getByText('Elm Street Pharmacy'))
    expect(badge.width).toBeGreaterThan(100)
    expect(badge.height).toBeLessThan(32)
  })
})

test('at a desk, the tenant’s name has one line, and the dashboard’s products can be opened without scrolling', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  for (const who of ['Amelia Hart', 'Keisha Brown', 'Miguel Santos'] as const)
    await aDelivery(admin, nameHere(`Fold ${who}`), { pharmacist: await signInStaff(who), status: 'in_progress' })
  await admin.enter(page, '/dashboard')
  await expect(page.getByRole('list', { name: 'Drivers out now' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open: My run today' })).toBeVisible()
  for (const link of await page.getByRole('link', { name: /^Open module/ }).all())
    expect((await boxOf(link)).bottom).toBeLessThanOrEqual(desk.height)
  for (const width of [1280, 1152, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    expect((await boxOf(page.getByRole('banner').getByText('Elm Street Pharmacy'))).height).toBeLessThan(32)
  }
})

test('refusals of a status change and of a new delivery name the fields in words', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id, patient_id } = await aDelivery(admin, nameHere('Wanda Words'), { pharmacist: driver })
  const refused = (...fields: [...(string | number)[]][]) =>
    fields.map((field) => ({ loc: ['body', ...field], msg: 'Not accepted', type: 'value_error' }))
  await atBothSizes(page, async () => {
    await page.route(
      (url) => hasPathOf(url, changeStatus),
      (route) => route.fulfill({ status: 422, json: { detail: refused(['patient_signature'], ['delivery_photo']) } }),
    )
    await admin.enter(page, `${list}/${id}`)
    await page.getByLabel('Change status').selectOption('In Progress')
    await page.getByRole('button', { name: 'Update Status' }).click()
    await expect(page.getByRole('main').getByRole('alert').first()).toHaveText(
      'Patient signature: Not accepted; Delivery photo: Not accepted',
    )

    const problems = refused(['patient_id'], ['rx_information', 0, 'fill_number'], ['sku_information'])
    await page.route(
      (url) => hasPathOf(url, createDelivery),
      (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 422, json: { detail: problems } })
          : route.fallback(),
    )
    await page.goto(`${list}?view=create&patient=${patient_id}`)
    const form = page.getByRole('form', { name: 'New delivery' })
    await form.getByLabel('RX Number').fill('RX-WORDS')
    await form.getByRole('button', { name: 'Create Delivery' }).click()
    await expect(page.getByRole('main').getByRole('alert').first()).toHaveText(
      'Failed to create delivery: Validation error: Patient: Not accepted; RX information 1 fill number: Not accepted; SKU information: Not accepted',
    )
  })
})

test('no two buttons of the account page touch', { tag: ['@proof', '@only-desk'] }, async ({ page }) => {
  const admin = await signInStaff('Daniel Reyes')
  await signInStaff('Daniel Reyes')
  await atBothSizes(page, async () => {
    await admin.enter(page, '/account')
    await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeVisible()
    const boxes = await Promise.all((await page.getByRole('main').getByRole('button').all()).map(boxOf))
    const touching = boxes.flatMap((one, i) =>
      boxes
        .slice(i + 1)
        .filter(
          (other) =>
            one.x < other.right + 4 && other.x < one.right + 4 && one.y < other.bottom + 4 && other.y < one.bottom + 4,
        ),
    )
    expect(boxes.length).toBeGreaterThan(4)
    expect(touching).toEqual([])
  })
})

ownProductTest(
  'the question before a withdrawal says whether there is a link',
  { tag: ['@proof', '@only-desk'] },
  async ({ context, at }) => {
    const { app } = at
    for (const [full_name, send_invitation] of [
      ['Ivy Invited', true],
      ['Nils Not', false],
    ] as const) {
      const email = `${full_name.replace(' ', '.').toLowerCase()}@pharmacy.example`
      const person = { full_name, email, roles: [], is_tenant_admin: false, is_active: true, send_invitation }
      await app.call(createUser, { as: at.person, body: person })
    }
    const page = await enter(context, at, '/admin/users')
    await atBothSizes(page, async () => {
      for (const [name, title, text, answer] of [
        [
          'Ivy Invited',
          'Withdraw the invitation?',
          'Ivy Invited will be removed, and the link in the invitation will stop working.',
          'Withdraw',
        ],
        ['Nils Not', 'Remove Nils Not?', 'They haven’t been sent an invitation yet.', 'Remove'],
      ] as const) {
        await page.reload()
        await page.getByRole('button', { name: `Withdraw the invitation to ${name}` }).click()
        const question = page.getByRole('alertdialog', { name: title })
        await expect(question).toContainText(text)
        await expect(question.getByRole('button', { name: answer, exact: true })).toBeVisible()
      }
    })
  },
)

ownProductTest(
  'the dashboard of a user who only creates or only edits deliveries does not say that nothing is open to them',
  {
    tag: ['@proof', '@only-desk'],
  },
  async ({ context, at }) => {
    const { app, pharmacy } = at
    const admin = { as: at.person }
    for (const [full_name, permission] of [
      ['Cleo Creates', 'delivery.create_orders'],
      ['Edda Edits', 'delivery.edit_orders'],
    ] as const) {
      const body = { name: full_name, description: '', permissions: [permission] }
      const role = await app.call(createRole, { ...admin, body })
      at.person = await app.join(pharmacy.tenant, { full_name, roles: [role.body.id] })
      const page = await enter(context, at, '/dashboard')
      await atBothSizes(page, async () => {
        await expect(page.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
        await expect(page.getByText('The pages you can open are in the menu.')).toBeVisible()
        await expect(page.getByText('No products available')).toHaveCount(0)
        await expect(page.getByRole('link', { name: /^Open module/ })).toHaveCount(0)
      })
      await page.close()
    }
    at.person = await app.join(pharmacy.tenant, { full_name: 'Nora Nothing', roles: [] })
    const other = await enter(context, at, '/dashboard')
    await expect(other.getByText('Contact your administrator to get access to products.')).toBeVisible()
  },
)
