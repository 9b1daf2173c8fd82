import { expect, type Page } from '@playwright/test'
import { recordAttempt } from '#shared/api/attempts.ts'
import { listDeliveries, updateDelivery } from '#shared/api/deliveries.ts'
import { updatePatient } from '#shared/api/patients.ts'
import { setRunOrder } from '#shared/api/runs.ts'
import { search } from '#shared/api/search-and-day.ts'
import { addDays } from '#shared/rules/dates.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { adminAndOwnDriver, startRunWithAll } from './admin-and-own-driver.ts'
import {
  aDelivery,
  aDriver,
  aPatient,
  deliver,
  hasPathOf,
  rowOf,
  type StaffMember,
  signInStaff,
  unfoldActions,
} from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { daysAheadHere, isPhone, nameHere } from './new-names.ts'
import { aPackageOfOwnStop } from './open-started-run.ts'
import { expectNoSidewaysOverflow } from './support.ts'
import { test } from './watched-test.ts'

let admin: StaffMember
test.beforeEach(async () => {
  admin = await signInStaff('Amelia Hart')
})

async function openSearch(page: Page) {
  if (isPhone()) await page.getByRole('button', { name: 'Search', exact: true }).click()
  return page.getByRole('combobox', { name: 'Search patients, prescriptions, deliveries' })
}

test('the search finds a patient and their deliveries while the user types and opens the chosen one', async ({
  page,
}) => {
  const name = nameHere('Quimby')
  const delivery = await aDelivery(admin, name)
  await admin.enter(page, '/dashboard')
  const field = await openSearch(page)
  await field.fill(name)
  const found = page.getByRole('listbox', { name: 'Found' })
  await expect(found.getByRole('option')).toHaveCount(2)
  await expect(found.getByRole('option').filter({ hasText: 'Unassigned' })).toContainText('3:00 PM - 6:00 PM')
  await expectNoSidewaysOverflow(page)
  await expectGoodScreen(page, name)
  // In the proof, `expectGoodScreen` goes through the page with the Tab key, which closes the search.
  await (await openSearch(page)).focus()
  await expect(found.getByRole('option')).toHaveCount(2)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(`/pharmacy/delivery/${delivery.id}`)
  await (await openSearch(page)).fill(name)
  await page.getByRole('option').first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')).toHaveCount(1)
})

test('search, the delivery’s page and the board say stop, stops before it, driver and why a delivery failed', {
  tag: '@proof',
}, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Rhea Road')
  const [failed, next, later] = ['Ann', 'Ben', 'Cara'].map((first) => nameHere(`${first} Where`))
  const on = async (name = '', address = '') =>
    aDelivery(admin, name, { pharmacist: person, patientId: (await aPatient(admin, name, { address })).id })
  const deliveries = [await on(failed, '1 Elm St'), await on(next, '2 Elm St'), await on(later, '3 Elm St')] as const
  const params = { date: demoToday(), user_id: person.user.id }
  await person.call(setRunOrder, { params, body: { delivery_ids: deliveries.map(({ id }) => id) } })
  await startRunWithAll(person)
  const attempt = { reason: 'no_answer', note: 'Rang twice' } as const
  await person.call(recordAttempt, { params: { id: deliveries[0].id }, body: attempt })

  const place = 'Stop 3, 1 stop before it'
  await admin.enter(page, '/dashboard')
  const field = await openSearch(page)
  const found = page.getByRole('listbox', { name: 'Found' })
  await field.fill(later ?? '')
  await expect(found.getByRole('option').last()).toContainText(`${person.user.full_name}. ${place}`)
  await field.fill(failed ?? '')
  await expect(found.getByRole('option').last()).toContainText('No answer: Rang twice')

  await page.goto(paths.delivery(deliveries[2].id))
  await expect(page.getByText(`Out with ${person.user.full_name}. ${place}`)).toBeVisible()
  await page.goto(paths.delivery(deliveries[0].id))
  await expect(page.getByText(`No answer: Rang twice. Not back yet, with ${person.user.full_name}`)).toBeVisible()

  await page.goto(paths.runsOf(demoToday()))
  const packageOf = (name = '') => page.locator('[data-row]').filter({ hasText: name })
  await expect(packageOf(failed)).toContainText('No answer: Rang twice')
  await expect(packageOf(next)).toContainText('Stop 2, next stop')
  await expect(packageOf(later)).toContainText(place)
  await expectGoodScreen(page, place)
})

test('on a phone, the cards of the list are sorted, and the address keeps the order', {
  tag: ['@proof', '@only-phone'],
}, async ({ page }) => {
  const date = addDays(demoToday(), daysAheadHere(220))
  const names = ['Abe', 'Zoe'].map((first) => nameHere(`${first} Sorted`))
  for (const name of names) await aDelivery(admin, name, { date })
  await admin.enter(page, `${paths.deliveries}?date=${date}`)
  const cards = page.locator('main [data-row]')
  for (const [label, expected] of [
    ['Patient ↑', names],
    ['Patient ↓', names.toReversed()],
  ] as const) {
    await page.getByLabel('Sort by').selectOption(label)
    await expect(cards).toHaveText(expected.map((name) => new RegExp(name)))
  }
  await expect(page).toHaveURL(/sort=-patient/)
})

test('a search without results offers to add a patient', { tag: '@proof' }, async ({ page }) => {
  await admin.enter(page, '/dashboard')
  const text = nameHere('Nowhere')
  await (await openSearch(page)).fill(text)
  await expect(page.getByText(`Nothing found for “${text}”`)).toBeVisible()
  await page.getByRole('link', { name: 'New patient' }).click()
  await expect(page.getByRole('dialog', { name: 'Add New Patient' })).toBeVisible()
})

test('a response that arrives too late is not shown', { tag: '@proof' }, async ({ page }) => {
  const [slow, quick] = [nameHere('Slowik'), nameHere('Quickley')]
  await aPatient(admin, slow)
  await aPatient(admin, quick)
  const held = Promise.withResolvers<void>()
  await page.route(
    (url) => hasPathOf(url, search) && url.searchParams.get('q') === slow,
    async (route) => {
      await held.promise
      await route.continue()
    },
  )
  await admin.enter(page, '/dashboard')
  const field = await openSearch(page)
  const searchRequest = page.waitForRequest((request) => request.url().includes('/api/search'))
  await field.fill(slow)
  await searchRequest
  await field.fill(quick)
  await expect(page.getByRole('option')).toContainText([quick])
  held.resolve()
  await expect(page.getByRole('option').filter({ hasText: slow })).toHaveCount(0)
})

test('a pasted or scanned slip URL opens its delivery', { tag: '@proof' }, async ({ page }) => {
  const { id } = await aDelivery(admin, nameHere('Slipman'))
  await admin.enter(page, '/dashboard')
  const field = await openSearch(page)
  await field.fill(`https://carelane.example/pharmacy/delivery/${id}?slip=ABCDEFGH23`)
  await expect(page).toHaveURL(`/pharmacy/delivery/${id}?slip=ABCDEFGH23`)
  await expect(page.getByRole('link', { name: 'Back to deliveries' })).toBeVisible()
  await (await openSearch(page)).fill(id.slice(0, 8))
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/pharmacy/delivery/${id}`)
})

test('no sum of money on the dashboard breaks inside its number', { tag: ['@proof', '@only-desk'] }, async ({
  page,
}) => {
  await page.route('**/api/deliveries/day', async (route) => {
    const response = await route.fetch()
    const day: object = await response.json()
    await route.fulfill({ response, json: { ...day, to_collect: 14_919.5, collected: 1249.25 } })
  })
  await admin.enter(page, '/dashboard')
  for (const sum of ['$14,919.50', '$1,249.25']) {
    const lines = page.getByText(sum, { exact: true }).evaluate((shown) => {
      const range = document.createRange()
      range.selectNodeContents(shown)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    expect([sum, await lines]).toEqual([sum, 1])
    const overflow = (shown: Element) => shown.scrollWidth - shown.clientWidth
    expect([sum, await page.getByText(sum, { exact: true }).evaluate(overflow)]).toEqual([sum, 0])
  }
  await expectNoSidewaysOverflow(page)
})

test('Today shows the day’s counts, and each one links to its list', { tag: ['@proof', '@only-desk'] }, async ({
  page,
}) => {
  await aDelivery(admin, nameHere('Dayton'))
  await admin.enter(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  // These pages are also shown on a wall screen, which is larger than the test's screen.
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expectGoodScreen(page, 'To collect')
  await page.goto('/pharmacy/delivery')
  await expect(page.getByRole('table', { name: 'Deliveries' })).toBeVisible()
  await expectNoSidewaysOverflow(page)
  await page.setViewportSize(window)
  // Other tests add deliveries at the same time, so try again until the number and the list agree.
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
    const unassigned = page.getByRole('link', { name: /^Unassigned/ })
    const [count] = /\d+$/.exec((await unassigned.textContent()) ?? '') ?? []
    await unassigned.click()
    await expect(page).toHaveURL('/pharmacy/delivery?status=unassigned')
    await expect(page.getByText(new RegExp(`^${count} deliver(y|ies) found$`))).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('a bulk change updates the deliveries it can and says why others did not change', { tag: '@proof' }, async ({
  page,
}) => {
  test.slow()
  const name = nameHere('Manning')
  const one = await aDelivery(admin, `${name} One`)
  const two = await aDelivery(admin, `${name} Two`, { pharmacist: await signInStaff('Miguel Santos') })
  await admin.enter(page, '/pharmacy/delivery')
  for (const { patient_name } of [one, two])
    await page.getByRole('checkbox', { name: `Select ${patient_name}` }).check()
  const bar = page.getByRole('region', { name: 'Selected deliveries' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  for (const [opener, mark] of [
    ['Assign to…', 'Assign 2 deliveries'],
    ['Change date…', 'Delivery Date'],
  ] as const) {
    await unfoldActions(page)
    await bar.getByRole('button', { name: opener }).click()
    await expectGoodScreen(page, mark)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(bar.getByText('2 selected')).toBeVisible()
  }
  await unfoldActions(page)
  await bar.getByRole('button', { name: 'Cancel deliveries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 deliveries' })
  for (const { patient_name } of [one, two]) await expect(dialog.getByText(patient_name)).toBeVisible()
  await expectGoodScreen(page, 'Reason')
  await expect(dialog.getByRole('button', { name: 'Cancel deliveries' })).toHaveAccessibleDescription(
    'Reason is required',
  )
  await dialog.getByLabel('Reason').fill('It snows')
  await dialog.getByRole('button', { name: 'Cancel deliveries' }).click()
  await expect(page.getByText('1 changed, 1 not changed:')).toBeVisible()
  await bar.getByRole('button', { name: 'Show' }).click()
  const refused = page.getByRole('dialog', { name: 'Not changed' })
  await expectGoodScreen(page, 'Cannot change status from unassigned to cancelled')
  await refused.getByText('Close').click()
  await expect(rowOf(page, two.patient_name).getByText('Cancelled')).toBeVisible()
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toHaveCount(0)
})

test('a selection ends when its row disappears, so that no hidden row changes', { tag: '@proof' }, async ({ page }) => {
  const name = nameHere('Tickner')
  const later = addDays(demoToday(), 3)
  const gone = await aDelivery(admin, `${name} Gone`)
  const six = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => aDelivery(admin, `${name} ${letter}`, { date: later })),
  )
  await admin.enter(page, '/pharmacy/delivery')
  const bar = page.getByRole('region', { name: 'Selected deliveries' })
  await page.getByRole('checkbox', { name: `Select ${gone.patient_name}` }).check()
  await expect(bar.getByText('1 selected')).toBeVisible()
  await page.getByLabel('Delivery Date', { exact: true }).fill(later)
  await expect(page.getByRole('checkbox', { name: `Select ${name} F` })).toBeVisible()
  await expect(bar).toHaveCount(0)
  for (const { patient_name } of six) await page.getByRole('checkbox', { name: `Select ${patient_name}` }).check()
  await unfoldActions(page)
  await bar.getByRole('button', { name: 'Change date…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the date of 6 deliveries' })
  await expect(dialog.getByText(/ and 1 more$/)).toBeVisible()
  await dialog.getByLabel('Delivery Date').fill(addDays(later, 1))
  await dialog.getByRole('button', { name: 'Change date' }).click()
  await expect(page.getByText('6 changed', { exact: true })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('Late is a filter of the list', { tag: '@proof' }, async ({ page, context }) => {
  const name = nameHere('Latham')
  const driver = await signInStaff('Miguel Santos')
  await aDelivery(admin, `${name} Open`)
  const done = await aDelivery(admin, `${name} Done`, { pharmacist: driver, status: 'in_progress' })
  await deliver(driver, done.id)
  // The page takes the time from the `date` header of responses. Set it to the evening, when the time ranges of both deliveries
  // have ended.
  await context.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const date = new Date(`${demoToday()}T23:30:00Z`).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  await admin.enter(page, '/pharmacy/delivery')
  await expect(rowOf(page, `${name} Done`)).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Late')
  await expect(page).toHaveURL(paths.late)
  await expect(rowOf(page, `${name} Open`)).toBeVisible()
  await expect(rowOf(page, `${name} Done`)).toHaveCount(0)
  await page.getByLabel('Delivery Date', { exact: true }).fill(addDays(demoToday(), 1))
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('')
  // The list of that day may still be loading, so errors of its request are ignored.
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})

test('slips of several deliveries are printed together', { tag: '@proof' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const name = nameHere('Printz')
  for (const which of ['One', 'Two']) await aDelivery(admin, `${name} ${which}`)
  await admin.enter(page, '/pharmacy/delivery')
  for (const which of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${name} ${which}` }).check()
  await unfoldActions(page)
  await page.getByRole('button', { name: 'Print slips' }).click()
  await expect(page.getByRole('article', { name: 'Package slip' })).toHaveCount(2)
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  await expectGoodScreen(page, 'PACKAGE DELIVERY')
})

test('a list refreshes automatically without disturbing selections or typing', async ({ page }) => {
  await page.clock.install()
  const name = nameHere('Livermore')
  const stored = await aDelivery(admin, `${name} Kept`)
  const changing = await aDelivery(admin, `${name} Changing`)
  await admin.enter(page, '/pharmacy/delivery')
  await page.getByRole('checkbox', { name: `Select ${stored.patient_name}` }).check()
  const { user } = await signInStaff('Keisha Brown')
  await admin.call(updateDelivery, { params: { id: changing.id }, body: { pharmacist_id: user.id } })
  const polled = page.waitForRequest((request) => request.headers()['x-background'] === '1')
  await page.clock.fastForward(31_000)
  expect((await polled).headers()['if-none-match']).toBeTruthy()
  await expect(rowOf(page, changing.patient_name).getByText('Assigned')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${stored.patient_name}` })).toBeChecked()
  await expect(page.getByText('Updated just now')).toBeVisible()
})

test('runs, a run, Attention, a patient, the directory and Today refresh like the list', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  test.slow()
  await page.clock.install()
  const [driver, other] = [await signInStaff('Miguel Santos'), await signInStaff('Keisha Brown')]
  const name = nameHere('Vivian Live')
  const patient = await aPatient(admin, name)
  const { id } = await aDelivery(admin, name, { patientId: patient.id })
  const assign = ({ user }: StaffMember) =>
    admin.call(updateDelivery, { params: { id }, body: { pharmacist_id: user.id } })
  const note = (delivery_notes: string) => admin.call(updateDelivery, { params: { id }, body: { delivery_notes } })
  const change = (access_notes: string) =>
    admin.call(updatePatient, { params: { id: patient.id }, body: { access_notes } })
  const marked = page.locator('.marked')
  /**
   * Opens a page, has `change` change something through the API, and expects that the change appears with the next poll and is marked
   * for a moment.
   */
  async function expectLive(
    where: string,
    open: () => Promise<unknown>,
    run: () => Promise<unknown>,
    what: string | RegExp,
  ) {
    await test.step(where, async () => {
      await open()
      await expect(page.getByText('Updated just now')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[data-waiting]')).toHaveCount(0)
      // Polling starts when the page is idle, at the latest after two seconds.
      await page.clock.fastForward(2_000)
      await expect(marked).toHaveCount(0)
      await run()
      // On a busy machine, the code that polls may still be loading.
      await expect(async () => {
        await page.clock.fastForward(31_000)
        await expect(marked.filter({ hasText: what }).first()).toBeVisible({ timeout: 8_000 })
      }).toPass({ timeout: 20_000 })
      await page.clock.fastForward(3_000)
      await expect(marked.filter({ hasText: what })).toHaveCount(0)
    })
  }
  const { user } = driver
  const today = demoToday()
  const at = (path: string) => () => page.goto(path)
  async function inTheDirectory() {
    await page.goto(paths.patients)
    await page.getByRole('searchbox').fill(name)
    await expect(page.getByText(/^1 patient\b/)).toBeVisible()
  }
  async function onTheirPage() {
    await page.goto(paths.patient(patient.id))
    await expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible()
  }
  const another = () => aDelivery(admin, name, { patientId: patient.id })
  await admin.enter(page, '/login')
  await expectLive('the runs', at(paths.runs), () => assign(driver), name)
  await expectLive('a run', at(paths.run(today, user.id)), () => note('Ring twice'), name)
  await expectLive('the day', at(paths.dashboard), another, 'Unassigned')
  await expectLive('attention', at(paths.attention), another, name)
  await expectLive('a patient', onTheirPage, () => assign(other), other.user.full_name)
  await expectLive('the directory', inTheDirectory, () => change('Beware of the dog'), 'Beware of the dog')
})

test('the Attention count, beside the list, and a user’s run on the dashboard refresh', {
  tag: '@proof',
}, async ({ page, request }) => {
  await page.clock.install()
  const driver = await aDriver(admin, nameHere('Livia Driver'), request)
  const expectNext = (look: () => Promise<unknown>) =>
    expect(async () => {
      await page.clock.fastForward(31_000)
      await look()
    }).toPass({ timeout: 20_000 })
  await aDelivery(admin, nameHere('Livia'))
  await admin.enter(page, paths.deliveries)
  const tab = page.getByRole('tab', { name: 'Attention' })
  await expect(tab).toContainText(/\d/)
  // Other tests leave many deliveries on this list. Only the first one stays in the responses, as if all others had been handled.
  await page.route(
    (url) => hasPathOf(url, listDeliveries) && url.searchParams.get('view') === 'attention',
    async (route) => {
      const { 'if-none-match': _, ...headers } = route.request().headers()
      expect(headers['x-background']).toBe('1')
      const response = await route.fetch({ headers })
      await route.fulfill({ response, headers: {}, json: (await response.json()).slice(0, 1) })
    },
  )
  await expectNext(() => expect(tab).toHaveText('Attention (1)', { timeout: 3_000 }))

  await aPackageOfOwnStop(admin, nameHere('Livia First'), driver)
  await driver.enter(page, paths.dashboard)
  const stops = page.getByText(/^\d+ stops?$/)
  await expect(stops).toHaveText('1 stop')
  await aPackageOfOwnStop(admin, nameHere('Livia Second'), driver)
  await expectNext(() => expect(stops).toHaveText('2 stops', { timeout: 3_000 }))
})

test('a list in sight refreshes however long no one touches it, and rests while it is hidden', {
  tag: '@proof',
}, async ({ page }) => {
  await page.clock.install()
  await admin.enter(page, '/pharmacy/delivery')
  await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()
  // Wait for the code that loads when the page is idle.
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward('05:10')
  const requests = new Set<string | null>()
  page.on('request', (request) => {
    if (request.headers()['x-background'] === '1') requests.add(new URL(request.url()).searchParams.get('view'))
  })
  await page.clock.fastForward('02:00')
  // The page reads two things again: the list, and the number of deliveries that need attention.
  await expect.poll(() => [...requests].toSorted()).toEqual(['attention', 'current'])

  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  await page.waitForLoadState('networkidle')
  requests.clear()
  await page.clock.fastForward('02:00')
  expect([...requests]).toEqual([])
  await show('visible')
  await expect.poll(() => [...requests].toSorted()).toEqual(['attention', 'current'])
})

test('a duplicate copies everything but the fill, and starts at the next possible day', { tag: '@proof' }, async ({
  page,
}) => {
  const name = nameHere('Doubles')
  const date = addDays(demoToday(), 7)
  const { id } = await aDelivery(admin, name, { date, filled: demoToday() })
  await admin.enter(page, `/pharmacy/delivery/${id}`)
  // On a phone, the link `Duplicate` is in a menu.
  if (isPhone()) await page.locator('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  const form = page.getByRole('form', { name: 'New delivery' })
  await expect(form.getByText(name)).toBeVisible()
  await expect(form.getByLabel('Delivery Date')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await expect(form.getByLabel('Delivery Date')).not.toHaveValue(date)
  await expect(form.getByLabel('RX Number')).toHaveValue('RX-1')
  await expect(form.getByLabel('Fill Date')).toHaveValue('')
  await expect(form.getByText(/^RX RX-1 is already on a delivery for \w+ \d+/)).toBeVisible()
})

test('a patient’s page starts a delivery for them', { tag: '@proof' }, async ({ page }) => {
  const name = nameHere('Patience')
  const { id } = await aPatient(admin, name)
  await admin.enter(page, `/pharmacy/patients/${id}`)
  await expect(page.getByText('No upcoming deliveries.')).toBeVisible()
  await expectGoodScreen(page, 'Upcoming')
  await page.getByRole('link', { name: 'New delivery' }).click()
  await expect(page.getByRole('form', { name: 'New delivery' }).getByText(name)).toBeVisible()
})
