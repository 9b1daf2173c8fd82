import { expect, type Page } from '@playwright/test'
import { createRole, createUser } from '#shared/api/users.ts'
import { addDays } from '#shared/rules/dates.ts'
import { choosePassword, signUp } from './account-steps.ts'
import { aDelivery, aPatient, rowOf, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { mailedLink } from './mailed-link.ts'
import { daysAheadHere, isPhone, nameHere } from './new-names.ts'
import { sign, signIn } from './support.ts'
import { test } from './watched-test.ts'

// These tests cover the places where the keyboard focus was once lost, and check where it goes now.

const list = '/pharmacy/delivery'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Presses a button using only the keyboard. */
async function press(page: Page, name: string | RegExp) {
  const pressed = page.getByRole('button', { name, exact: true })
  await expect(pressed).toBeEnabled()
  await pressed.focus()
  await page.keyboard.press('Enter')
}

test(
  'pages outside the layout start with focus on their title',
  { tag: '@proof' },
  async ({ page, request }, { project }) => {
    await page.goto('/login')
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    await expect(page.locator('body')).toBeFocused()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(title(page, 'Forgot your password?')).toBeFocused()
    await page.getByLabel('Email').fill('nobody@example.com')
    await press(page, 'Send reset link')
    await expect(title(page, 'Check your email')).toBeFocused()

    const email = `focus.${project.name}@harbour.example`
    await signUp(request, email)
    await page.goto(await mailedLink(request, email, '/verify-email'))
    await press(page, 'Confirm email')
    await choosePassword(page, 'Password', 'Sturdy-Bridge-77')
    await press(page, 'Set password')
    await expect(title(page, 'Password Set Successfully!')).toBeFocused()

    await page.getByRole('link', { name: 'Go to login' }).click()
    await expect(title(page, 'Sign in to your account')).toBeFocused()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await press(page, 'Sign in to your account')
    await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.')
    await expect(button(page, 'Sign in to your account')).toBeFocused()
    await page.getByLabel('Password', { exact: true }).fill('Sturdy-Bridge-77')
    await page.keyboard.press('Enter')
    await expect(title(page, 'Welcome back, Ruth Adeyemi')).toBeFocused()

    await press(page, 'Account menu: Ruth Adeyemi')
    await press(page, 'Dark')
    await expect(button(page, 'Account menu: Ruth Adeyemi')).toBeFocused()
    await press(page, 'Account menu: Ruth Adeyemi')
    await press(page, 'Sign out')
    await expect(title(page, 'Sign in to your account')).toBeFocused()
  },
)

test('pages inside the layout also start with focus on their title', { tag: '@proof' }, async ({ page }) => {
  await signIn(page, 'Amelia Hart')
  await page.getByRole('link', { name: 'Open: Roles' }).click()
  await expect(title(page, 'Roles')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Open: Roles' })).toBeFocused()
})

test('Back from a delivery returns focus to its row, however it was opened', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const names = ['Zack', 'Zoltan', 'Zuri'].map((first) => nameHere(`${first} Opened`))
  const date = addDays(demoToday(), daysAheadHere(160))
  for (const name of names) await aDelivery(admin, name, { date })
  await admin.enter(page, `${list}?date=${date}`)
  const name = names[1] ?? ''
  const row = page.getByRole('link', { name, exact: true })

  for (const opened of [
    () => row.press('Enter'),
    () => rowOf(page, name).getByText('Unassigned').first().click(),
    () => page.getByRole('link', { name: `View details: ${name}` }).click(),
  ])
    for (const back of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Back to deliveries' }).press('Enter'),
    ]) {
      await opened()
      await expect(title(page, name)).toBeFocused()
      await back()
      await expect(row).toBeFocused()
      await expect(row).toBeInViewport()
    }
  await page.keyboard.press('Tab')
  await expect(rowOf(page, name).locator(':focus')).toHaveCount(1)
})

test('a rejected dialog focuses the invalid field, and a deleted row the next one', { tag: '@proof' }, async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  // These names sort next to each other, whatever names the tests at the other screen size add meanwhile.
  const names = ['Abel', 'Bert', 'Carl'].map((name) => `${nameHere('Zz')} ${name}`)
  for (const name of names) {
    await admin.call(createRole, { body: { name, description: '', permissions: [] } })
    await admin.call(createUser, {
      body: {
        full_name: name,
        email: `${name.replaceAll(' ', '.')}@demo.carelane.example`,
        roles: [],
        is_tenant_admin: false,
        is_active: true,
        send_invitation: false,
      },
    })
  }
  await admin.enter(page, '/admin/roles')

  await test.step('roles', async () => {
    await press(page, 'Create Role')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role name').fill(names[0] ?? '')
    await press(page, 'Create role')
    await expect(dialog.getByLabel('Role name')).toHaveAccessibleDescription('A role with this name already exists')
    await expect(dialog.getByLabel('Role name')).toBeFocused()
    await press(page, 'Cancel')
    await press(page, 'Leave')
    await expect(button(page, 'Create Role')).toBeFocused()
    for (const [gone, next] of [
      [1, 2],
      [2, 0],
    ] as const) {
      await press(page, `Delete ${names[gone]}`)
      await press(page, 'Delete')
      await expect(button(page, `Delete ${names[next]}`)).toBeFocused()
    }
  })

  await test.step('users', async () => {
    await page.goto('/admin/users')
    await press(page, 'Invite User')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Full name').fill('Somebody Else')
    await dialog.getByLabel('Email', { exact: true }).fill(admin.user.email)
    await press(page, 'Invite user')
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/already exists/)
    await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused()
    await press(page, 'Cancel')
    await press(page, 'Leave')
    await press(page, `Delete ${names[1]}`)
    await press(page, 'Delete')
    await expect(button(page, `Delete ${names[2]}`)).toBeFocused()
  })

  await test.step('patients', async () => {
    const family = nameHere('Zweig')
    for (const first of ['Ada', 'Ben']) await aPatient(admin, `${first} ${family}`)
    await page.goto(`${list}?view=patients`)
    await page.getByRole('searchbox', { name: 'Search the directory' }).fill(family)
    await expect(page.getByText('2 patients found')).toBeVisible()
    await press(page, `Delete Ada ${family}`)
    await press(page, 'Delete')
    await expect(button(page, `Delete Ben ${family}`)).toBeFocused()
    await press(page, `Delete Ben ${family}`)
    await press(page, 'Delete')
    await expect(page.getByRole('heading', { name: 'No patients found' })).toBeFocused()
  })
})

test('the delivery form keeps focus where the user works', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Zoe Picked')
  await aPatient(admin, name)
  await admin.enter(page, `${list}?view=create`)
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(name)
  await press(page, new RegExp(name))
  await expect(button(page, 'Change Patient')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search patients' })).toBeFocused()
  await press(page, 'New Patient')
  const dialog = page.getByRole('dialog')
  for (const [label, text] of [
    ['Name', nameHere('Zelda New')],
    ['Phone', '(555) 010-0142'],
    ['Address', '1 Elm Street'],
    ['City', 'Hamden'],
    ['State', 'ct'],
    ['ZIP Code', '06514'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text)
  await press(page, 'Create Patient')
  await expect(button(page, 'Change Patient')).toBeFocused()

  await press(page, 'Add RX')
  await expect(page.getByRole('group', { name: 'RX 2' }).getByLabel('RX Date')).toBeFocused()
  await press(page, 'Remove RX 2')
  await expect(button(page, 'Remove RX 1')).toBeFocused()
  await press(page, 'Add SKU')
  await expect(page.getByRole('group', { name: 'SKU 1' }).getByLabel('SKU Number')).toBeFocused()
  await press(page, 'Remove SKU 1')
  await expect(page.getByRole('heading', { name: 'SKU Information' })).toBeFocused()
})

test('in the delivery list, focus stays in the row', { tag: '@proof' }, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const [pending, next, mine] = ['Zara Pending', 'Zena Pending', 'Zita Started'].map(nameHere)
  const date = isPhone() ? '2031-03-01' : '2031-03-02'
  for (const name of [pending, next]) await aDelivery(admin, name ?? '', { date, status: 'pending' })
  await aDelivery(admin, mine ?? '', { date, pharmacist: driver })
  await admin.enter(page, `${list}?date=${date}`)

  const person = page.getByRole('combobox', { name: `Pharmacist for the delivery to ${mine}` })
  await person.fill('keisha')
  await expect(page.getByRole('option', { name: /Keisha/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pharmacist assigned successfully')).toBeVisible()
  await expect(person).toBeFocused()
  await press(page, 'Refresh')
  await expect(button(page, 'Refresh')).toBeFocused()
  await press(page, 'Clear delivery date')
  await expect(button(page, 'Clear delivery date')).toBeFocused()
  await expect(button(page, 'Clear delivery date')).toHaveAccessibleDescription('No date is selected')

  await page.goto(`${list}?date=${date}&status=pending`)
  await expect(rowOf(page, next ?? '')).toBeVisible()
  if (isPhone()) {
    await press(page, `More actions for ${pending}`)
    await press(page, 'Delete')
  } else await press(page, `Delete: ${pending}`)
  await press(page, 'Delete')
  await expect(rowOf(page, pending ?? '')).toHaveCount(0)
  await expect(button(page, isPhone() ? `More actions for ${next}` : `Delete: ${next}`)).toBeFocused()

  if (!isPhone()) return
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await press(page, `More actions for ${next}`)
  await press(page, 'Print')
  await expect(page.getByText('PACKAGE DELIVERY')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, `More actions for ${next}`)).toBeFocused()
})

test('a delivery’s page keeps focus from start to completion', { tag: '@proof' }, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const patient = nameHere('Zachary Started')
  const { id } = await aDelivery(admin, patient, { pharmacist: driver })
  await driver.enter(page, `${list}/${id}`)
  await press(page, 'Start Delivery')
  await expect(button(page, 'Complete Delivery')).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Patient Signature' })).toBeVisible()
  await sign(page)
  await press(page, 'Clear')
  await expect(button(page, 'Clear')).toBeFocused()
  await press(page, 'Take Photo')
  await expect(dialog.getByLabel('Camera')).toBeVisible()
  await expect(page.locator('dialog :focus')).toBeVisible()
  await expect(button(page, 'Capture')).not.toHaveAttribute('aria-disabled')
  await press(page, 'Capture')
  await expect(button(page, 'Take Photo')).toBeFocused()
  await press(page, 'Remove Photo')
  await expect(button(page, 'Upload Photo')).toBeFocused()
  for (const yes of await dialog.getByLabel('Yes').all()) await yes.check()
  await sign(page)
  await press(page, 'Save Signature')
  await expect(dialog.getByRole('heading', { name: 'Confirm Delivery Details' })).toBeFocused()
  await press(page, 'Confirm & Complete Delivery')
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  await expect(title(page, patient)).toBeFocused()
})

test('a status change and adding products keep focus in their section', { tag: '@proof' }, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await aDelivery(admin, nameHere('Zsofia Status'), { pharmacist: driver })
  await admin.enter(page, `${list}/${id}`)
  await page.getByLabel('Change status').selectOption('Cancelled')
  await press(page, 'Update Status')
  await page.getByLabel('Reason').fill('Moved away')
  await press(page, 'Cancel delivery')
  await expect(page.getByText('Delivery status updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Status History' })).toBeFocused()
})

test('loading the next page by keyboard focuses its first row', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const family = nameHere('Zobel')
  const kin = Array.from({ length: 51 }, (_, i) => `Kin ${String(i).padStart(2, '0')} ${family}`)
  // The patients are created one after the other, because a busy machine cannot handle all at once.
  for (const name of kin) await aPatient(admin, name)
  // Prevents scrolling from loading the next page automatically.
  await page.addInitScript(() => {
    IntersectionObserver.prototype.observe = () => undefined
  })
  await admin.enter(page, `${list}?view=patients`)
  await page.getByRole('searchbox', { name: 'Search the directory' }).fill(family)
  await expect(rowOf(page, family)).toHaveCount(50)
  await press(page, 'Load more')
  await expect(rowOf(page, family).nth(50).locator(':focus')).toHaveCount(1)
})
