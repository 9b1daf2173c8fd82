import { expect } from '@playwright/test'
import { keysOf } from '#functions/data/table-keys.ts'
import { recordAttempt } from '#shared/api/attempts.ts'
import { readDelivery } from '#shared/api/deliveries.ts'
import { addDays } from '#shared/rules/dates.ts'
import { aDelivery as aPlanned } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { adminAndOwnDriver, startRunWithAll } from './admin-and-own-driver.ts'
import { aDelivery, rowOf, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { wordHere } from './new-names.ts'
import { addressOf, enter, test as onOwnClock, password } from './own-clock.ts'
import { fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

test('the Attention list gives reasons and deadlines, and its next step resolves them', async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Amos Attend')
  const [nobodys, soon, failed] = [`Una ${wordHere()}`, `Sue ${wordHere()}`, `Fay ${wordHere()}`]
  await aDelivery(admin, nobodys)
  await aDelivery(admin, soon, { pharmacist: person, filled: addDays(demoToday(), -9) })
  const { id } = await aDelivery(admin, failed, { pharmacist: person })
  await startRunWithAll(person)
  await person.call(recordAttempt, { params: { id }, body: { reason: 'no_answer' } })
  await admin.enter(page, paths.attention)
  // The tab comes first from the next opening of the page on, because it may not move the other tabs while the page is open.
  await expect(page.getByRole('tab').last()).toHaveText(/^Attention \(\d+/)
  await page.getByRole('link', { name: failed, exact: true }).click()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(page.getByRole('tab').first()).toHaveText('Current Deliveries')
  await page.goto(paths.attention)
  await expect(page.getByRole('tab').first()).toHaveText(/^Attention \(\d+/)
  const card = (name: string) => rowOf(page, name)
  const steps = (name: string) => card(name).getByRole('button')
  await expect(card(nobodys).getByText('Unassigned')).toBeVisible()
  await expect(card(nobodys).getByText('Assign', { exact: true })).toBeVisible()
  // A package in progress is not at the pharmacy, so it can be neither moved to another day nor returned to stock. The list has no
  // button for it and says that the driver must be called.
  await expect(card(soon).getByText(/Back to stock by \w{3} \d+/)).toBeVisible()
  await expect(steps(soon)).toHaveCount(0)
  await expect(card(soon).getByText(/^Call/)).toBeVisible()
  await expect(steps(failed)).toHaveText(['Back at the pharmacy'])
  // A reason that says the same as the status is not repeated beside it.
  await expect(card(failed).getByText('Failed', { exact: true })).toHaveCount(1)
  await expect(card(nobodys).getByText('Unassigned', { exact: true })).toHaveCount(1)
  await steps(failed).click()
  await expect(steps(failed)).toHaveText(['Reschedule', 'Return to stock'])

  // The page of the delivery offers the same steps.
  await page.goto(paths.delivery(id))
  await expect(page.getByRole('button', { name: `Return to stock: ${failed}` })).toBeVisible()
  await page.getByRole('button', { name: `Reschedule: ${failed}` }).click()
  const dialog = page.getByRole('dialog', { name: `Reschedule: ${failed}` })
  await dialog.getByLabel('Delivery Date').fill(addDays(demoToday(), 1))
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^(Reschedule|Return to stock): / })).toHaveCount(0)
  expect((await admin.call(readDelivery, { params: { id } })).body).toMatchObject({
    status: 'assigned',
    delivery_date: addDays(demoToday(), 1),
    attempts: [{ reason: 'no_answer' }],
  })
})

onOwnClock(
  'what no one opened for goes out again on another day, and is delivered',
  { tag: '@proof' },
  async ({ context, at }) => {
    const { app, pharmacy, person } = at
    // The page takes the time from the `date` header of responses, so each response gets the time of the product's own clock, which
    // this test moves.
    await context.route('**/api/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), date: app.clock.now.toUTCString() } })
    })
    const { id } = await aPlanned(app, { ...pharmacy, driver: person }, { status: 'in_progress' })
    const page = await enter(context, at, paths.myRun)
    await page.getByRole('button', { name: /^Could not deliver: / }).click()
    await page.getByLabel('No answer').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: /^Back at the pharmacy: / }).click()
    await expect(page.getByRole('button', { name: 'Close run' })).toBeVisible()

    await page.goto(addressOf(at, paths.attention))
    await page.getByRole('button', { name: /^Reschedule: / }).click()
    const dialog = page.getByRole('dialog', { name: /^Reschedule: / })
    const today = await dialog.getByLabel('Delivery Date').inputValue()
    await dialog.getByLabel('Delivery Date').fill(addDays(today, 1))
    await dialog.getByLabel('Time Range').selectOption({ label: '9:00 AM - 12:00 PM' })
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    await expect(page.getByText('Nothing needs attention')).toBeVisible()

    // Overnight everyone is signed out.
    passSeconds(app, seconds.day)
    await context.clock.fastForward(seconds.day * 1000)
    await page.getByLabel('Email', { exact: true }).fill(person.user.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in to your account' }).click()
    await expect(page.getByRole('heading', { name: 'Delivery Management' })).toBeVisible()
    await page.goto(addressOf(at, paths.myRun))
    await expect(page.getByText('0 of 1 done')).toBeVisible()
    await page.getByRole('button', { name: 'Start run' }).click()
    await page.getByRole('button', { name: 'Start with all packages' }).click()
    await page.getByRole('button', { name: /^Complete: / }).click()
    const completion = page.getByRole('dialog', { name: /^Complete Delivery/ })
    await fillInCompletion(completion)
    await completion.getByRole('button', { name: 'Save Signature' }).click()
    await completion.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
    await expect(page.getByText('1 of 1 done')).toBeVisible()
    await page.getByText('1 done', { exact: true }).click()
    await page.getByRole('link', { name: 'Grace Hopper' }).first().click()
    const history = page.getByRole('list', { name: 'Status history' })
    await expect(history.getByText(/^No answer/)).toBeVisible()
    await expect(history.getByText('Out for delivery')).toBeVisible()
    expect(await app.table.get(keysOf(pharmacy.tenant.id).delivery(id))).toMatchObject({
      status: 'delivered',
      delivery_date: addDays(today, 1),
      attempts: [{ reason: 'no_answer' }],
    })
  },
)

test('an administrator sets the return window and what staff can see', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, paths.tenantSettings)
  const days = page.getByLabel('Days until a package must return to stock')
  await days.fill('61')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(days).toHaveAccessibleDescription(/Must be 1 to 60 days/)
  await expect(days).toBeFocused()
})
