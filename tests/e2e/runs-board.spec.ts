import { expect, type Page } from '@playwright/test'
import { listDeliveries, readDelivery } from '#shared/api/deliveries.ts'
import { closeRun, setRunOrder } from '#shared/api/runs.ts'
import { changeDeliveries } from '#shared/api/search-and-day.ts'
import { addDays } from '#shared/rules/dates.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { adminAndOwnDriver } from './admin-and-own-driver.ts'
import { aDelivery, aDriver, deliver, hasPathOf } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { daysAheadHere, isPhone, nameHere, wordHere } from './new-names.ts'
import { test } from './watched-test.ts'

const column = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) })

test('runs are columns on a tab; packages move by menu, key and drag, also several at once', async ({
  page,
  request,
}) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Wanda Wheel')
  const [name, other] = [`Moe ${wordHere()}`, `Noa ${wordHere()}`]
  // On a day of its own, no other test moves a package under the pointer.
  const date = addDays(demoToday(), daysAheadHere(180))
  const { id } = await aDelivery(admin, name, { date, pharmacist: person })
  await aDelivery(admin, other, { date })
  const idle = await aDriver(admin, nameHere('Iris Idle'), request)
  await admin.enter(page, paths.deliveries)
  await page.getByRole('tab', { name: 'Runs' }).click()
  await expect(page).toHaveURL(paths.runs)
  await expect(page.getByRole('tab', { name: 'Runs' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Date').fill(date)
  await expect(page).toHaveURL(paths.runsOf(date))
  const own = column(page, person.user.full_name)
  const nobodys = column(page, 'Unassigned')
  await expect(own.getByRole('link', { name })).toBeVisible()
  await page.getByRole('button', { name: `Assign to…: ${other}` }).click()
  await page.getByRole('button', { name: `${person.user.full_name} 1 stop, Planned` }).click()
  await expect(own.getByRole('link', { name: other })).toBeVisible()
  // Unassigned deliveries come first, and drivers without deliveries are shown as well.
  await expect(page.locator('main h2').first()).toHaveText('Unassigned')
  await expect(column(page, idle.user.full_name)).toContainText('No deliveries')

  // People whose work is not delivering are folded away, but packages can be assigned to them.
  const pharmacist = column(page, 'Priya Shah')
  await expect(pharmacist).toBeHidden()
  await page.getByText('Show everyone').click()
  await expect(pharmacist).toContainText('No deliveries')

  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('checkbox', { name: `Select ${other}` }).check()
  await page.getByRole('button', { name: 'Assign to…', exact: true }).click()
  await page.getByRole('button', { name: 'Unassigned', exact: true }).click()
  await expect(page.getByText('2 moved', { exact: true })).toBeVisible()
  await expect(nobodys.getByRole('link', { name })).toBeVisible()
  await expect(nobodys.getByRole('link', { name: other })).toBeVisible()
  await nobodys.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByRole('region', { name: 'Selected packages' }).getByText('2 selected')).toBeVisible()
  await nobodys.getByRole('checkbox', { name: 'Select all' }).uncheck()

  // The keyboard moves the package to the first driver's column and back, and the focus follows.
  await nobodys.getByRole('link', { name }).press('Alt+ArrowRight')
  await expect(nobodys.getByRole('link', { name, exact: true })).toBeHidden()
  await expect.poll(async () => (await admin.call(readDelivery, { params: { id } })).body.pharmacist_id).not.toBeNull()
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(nobodys.getByRole('link', { name, exact: true })).toBeFocused()

  if (!isPhone()) {
    // Both ends of the drag must be in view, because the page would otherwise scroll under the pointer and drop the wrong package.
    await page.setViewportSize({ width: 1280, height: 4000 })
    // Alone in its column, the package cannot change places with another one under the pointer.
    await page.keyboard.press('Alt+ArrowRight')
    await expect(nobodys.getByRole('link', { name, exact: true })).toBeHidden()
    // Another test may add a driver's column and so move the others during the drag, so try again.
    await expect(async () => {
      await page.getByRole('listitem').filter({ hasText: other }).dragTo(own)
      await expect(own.getByRole('link', { name: other })).toBeVisible({ timeout: 2000 })
    }).toPass()
  }

  await page.getByRole('tab', { name: 'Past Deliveries' }).click()
  await expect(page).toHaveURL(/\/pharmacy\/delivery\?view=past/)
})

test('several packages move in one call, and refused ones stay selected with the reason', {
  tag: '@proof',
}, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Berta Bulk')
  const names = ['Ann', 'Ben', 'Cleo'].map((first) => `${first} ${wordHere()}`)
  const [ann, ben, cleo] = [
    await aDelivery(admin, names[0] ?? '', { pharmacist: person }),
    await aDelivery(admin, names[1] ?? '', { pharmacist: person, status: 'in_progress' }),
    await aDelivery(admin, names[2] ?? '', { pharmacist: person }),
  ]
  const params = { date: demoToday(), user_id: person.user.id }
  await admin.call(setRunOrder, { params, body: { delivery_ids: [cleo.id, ben.id, ann.id] } })
  // With this driver's name, the menu is so wide that on a phone it would leave the window.
  await aDriver(admin, nameHere('Ottilie Overlong-Whitcombe'), request)
  // This driver's run is handed over, and a package in progress cannot be moved to such a run.
  const closed = await aDriver(admin, nameHere('Clara Closed'), request)
  const done = await aDelivery(admin, `Don ${wordHere()}`, { pharmacist: closed, status: 'in_progress' })
  await deliver(closed, done.id)
  await closed.call(closeRun, { params: { ...params, user_id: closed.user.id }, body: { counted: {}, note: '' } })
  await admin.enter(page, paths.runs)
  const own = column(page, person.user.full_name)
  const links = own.locator('[data-main]')
  await expect(links).toHaveText([cleo.patient_name, ben.patient_name, ann.patient_name])
  for (const { patient_name } of [ann, ben])
    await page.getByRole('checkbox', { name: `Select ${patient_name}` }).check()
  const bar = page.getByRole('region', { name: 'Selected packages' })
  await expect(bar).toBeInViewport()
  const sent = page.waitForRequest((call) => hasPathOf(new URL(call.url()), changeDeliveries))
  await expect(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Assign to…' }).click()
  // A menu that leaves the window widens the page, and a phone zooms out.
  const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(pageWidth).toBe(page.viewportSize()?.width)
  await bar.getByRole('button', { name: `${closed.user.full_name} 1 stop, Closed` }).click()
  expect(new Set((await sent).postDataJSON().ids)).toEqual(new Set([ann.id, ben.id]))
  await expect(page.getByText('1 moved, 1 not moved: This run is closed')).toBeVisible()
  await expect(bar.getByText('1 not changed')).toBeVisible()
  await expect(bar.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${ben.patient_name}` })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: `Select ${ann.patient_name}` })).not.toBeChecked()
  await expect(column(page, closed.user.full_name).getByRole('link', { name: ann.patient_name })).toBeVisible()
  await bar.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('dialog', { name: 'Not changed' })).toContainText('This run is closed')
  await expectGoodScreen(page, 'Not changed')
})

test('a response from before a change does not undo it', { tag: '@proof' }, async ({ page, request }) => {
  const { admin } = await adminAndOwnDriver(request, 'Stella Late')
  const name = `Twila ${wordHere()}`
  await aDelivery(admin, name)
  await admin.enter(page, paths.runs)
  const link = page.getByRole('link', { name, exact: true })
  const nobodys = column(page, 'Unassigned').getByRole('link', { name, exact: true })
  await expect(nobodys).toBeVisible()
  await page.waitForLoadState('networkidle')

  const [isRead, mayCome] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const isList = (url: URL) => hasPathOf(url, listDeliveries)
  await page.route(
    isList,
    async (route) => {
      const response = await route.fetch()
      isRead.resolve()
      await mayCome.promise
      // The page may have stopped waiting for this response.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await isRead.promise
  await nobodys.press('Alt+ArrowRight')
  await expect(nobodys).toBeHidden()
  await expect(link).toBeFocused()
  const next = page.waitForResponse((response) => isList(new URL(response.url())))
  mayCome.resolve()
  await next
  await expect(nobodys).toBeHidden()
  await expect(link).toBeFocused()
})
