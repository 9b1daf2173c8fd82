import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'
import { changeStatus, completeDelivery, createDelivery, readDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import { arriveAtDoor, button, completionDialogOf, listPath } from './arrive-at-door.ts'
import { aDelivery, aPatient, hasPathOf, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { nameHere } from './new-names.ts'
import { expectInReach, fillInCompletion, sign } from './support.ts'
import { test } from './watched-test.ts'

const stored = async ({ call }: StaffMember, id: string) => (await call(readDelivery, { params: { id } })).body

/** Returns the number of dark pixels on the signature pad. */
const inkOf = (dialog: Locator) =>
  dialog.getByLabel('Signature pad').evaluate((pad: HTMLCanvasElement) => {
    const { data } = pad.getContext('2d')?.getImageData(0, 0, pad.width, pad.height) ?? { data: [] }
    let dark = 0
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 255) < 128) dark += 1
    return dark
  })

/** Expects that nothing more can be drawn on the pad. */
const expectClosed = (dialog: Locator) => expect(button(dialog, 'Tap to draw more')).toBeVisible()

async function swipeOver(page: Page, place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('It has no place on the page')
  const x = box.x + box.width / 2
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + box.height * part }],
    })
  await touch('touchStart', 0.9)
  for (const part of [0.7, 0.5, 0.3, 0.1, -0.1, -0.3]) await touch('touchMove', part)
  await touch('touchEnd', 0)
  await client.detach()
}

/**
 * Presses the button of the dialog's second step (Confirm) five times, 60 to 600 ms after it has appeared, wherever it is. The
 * delay is measured inside the page, so a slow machine doesn't make it longer.
 */
const pressEarly = (page: Page) =>
  page.evaluate(() => {
    const press = (confirm: Element) => {
      for (const type of ['pointerdown', 'pointerup']) confirm.dispatchEvent(new PointerEvent(type, { bubbles: true }))
      confirm.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
      document.body.dataset.presses = String(Number(document.body.dataset.presses ?? 0) + 1)
    }
    const watch = new MutationObserver(() => {
      const confirm = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.startsWith('Confirm &'),
      )
      if (!confirm) return
      watch.disconnect()
      for (const pauseMs of [60, 150, 300, 450, 600]) setTimeout(() => press(confirm), pauseMs)
    })
    watch.observe(document, { childList: true, subtree: true })
  })

test('a second tap on Save Signature does not complete the delivery', { tag: '@phone' }, async ({ page }) => {
  const { dialog, save, confirm, admin, id } = await arriveAtDoor(page, 'Dora Double')
  await fillInCompletion(dialog)
  await pressEarly(page)
  const box = await save.boundingBox()
  if (!box) throw new Error('Save Signature has no place on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await expect.poll(() => page.evaluate(() => document.body.dataset.presses)).toBe('5')
  const place = await confirm.boundingBox()
  expect(y < (place?.y ?? y) || y > (place?.y ?? 0) + (place?.height ?? 0)).toBe(true)
  await button(dialog, 'Back to Edit').click()
  expect((await stored(admin, id)).status).toBe('in_progress')

  await save.click()
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
  // This imitates a click that was released on the button but pressed elsewhere.
  await confirm.dispatchEvent('click', { detail: 1 })
  await expect(confirm).toHaveText('Confirm & Complete Delivery')
  expect((await stored(admin, id)).status).toBe('in_progress')
  await confirm.click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
})

/** Creates a delivery in progress with $15.00 to collect and everything else that a driver may have to do at a door. */
const withNeeds: typeof aDelivery = async (admin, name, { pharmacist } = {}) => {
  const patient = await aPatient(admin, name)
  const { body } = await admin.call(createDelivery, {
    body: {
      delivery_date: demoToday(),
      time_range: '15:00-18:00',
      patient_id: patient.id,
      pharmacist_id: pharmacist?.user.id ?? null,
      delivery_notes: 'Dog in the yard. Gate 4711#',
      rx_information: [{ rx_number: 'RX-15', copay: 15 }],
      collect_copay: true,
      refrigerated: true,
      require_photo_id: true,
      lien_form: true,
    },
  })
  return (await admin.call(changeStatus, { params: { id: body.id }, body: { status: 'in_progress' } })).body
}

test('a differing amount is asked about, a decimal comma is accepted, and one tap enters the copay', {
  tag: '@phone',
}, async ({ page }) => {
  const { dialog, save, confirm, admin, id } = await arriveAtDoor(page, 'Cora Copay', withNeeds)
  const needs = dialog.getByRole('list', { name: 'Needs' })
  await expect(needs.getByRole('listitem')).toHaveText(['Photo ID', 'Keep cold', '$15.00 to collect', 'Lien form'])
  await expect(dialog.getByText('Dog in the yard. Gate 4711#')).toBeVisible()
  await fillInCompletion(dialog)
  await save.click()
  await expect(dialog.getByText('Collected $0.00 of $15.00?')).toBeVisible()
  await button(dialog, 'Back to Edit').click()
  const amount = dialog.getByLabel('Amount')
  await amount.pressSequentially('15,50')
  await expect(amount).toHaveValue('15.50')
  await save.click()
  await expect(dialog.getByText('Collected $15.50 of $15.00?')).toBeVisible()
  await button(dialog, 'Back to Edit').click()
  await button(dialog, 'Collected $15.00').click()
  await dialog.getByLabel('Delivery Notes (Optional)').fill('Left with wife')
  await save.click()
  await expect(dialog.getByText(/^Collected .* of/)).toHaveCount(0)
  await confirm.click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  const done = await stored(admin, id)
  expect([done.amount, done.delivery_notes, done.order_notes]).toEqual([
    15,
    'Left with wife',
    'Dog in the yard. Gate 4711#',
  ])
  await expect(page.getByText('Dog in the yard. Gate 4711#')).toBeVisible()
  await expect(page.getByText('Left with wife').first()).toBeVisible()
})

test('a copay that is not collected at the door is not entered by one tap', { tag: ['@proof', '@phone'] }, async ({
  page,
}) => {
  const { dialog } = await arriveAtDoor(page, 'Nell Nothing')
  await expect(dialog.getByText('The copay of $10.10 isn’t collected at the door.')).toBeVisible()
  await expect(button(dialog, /^Collected /)).toHaveCount(0)
})

test('on a phone, requirements come before the prescriptions', { tag: ['@proof', '@phone'] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await withNeeds(admin, nameHere('Nina Needs'), { pharmacist: driver })
  await driver.enter(page, `${listPath}/${id}`)
  const top = async (place: Locator) => (await place.boundingBox())?.y ?? 0
  const headings = ['Patient Information', 'Delivery Information', 'Requirements', 'RX Information']
  await expect(page.getByRole('heading', { name: 'Requirements' })).toBeVisible()
  const tops = await Promise.all(headings.map((name) => top(page.getByRole('heading', { name }))))
  expect(tops.toSorted((a, b) => a - b)).toEqual(tops)
  expect(new Set(tops).size).toBe(headings.length)
})

test(
  'a finished signature takes no more ink until tapped, and Undo removes one stroke',
  { tag: ['@proof', '@phone'] },
  async ({ page }, { project }) => {
    const { dialog } = await arriveAtDoor(page, 'Petra Pad')
    const pad = dialog.getByLabel('Signature pad')
    await sign(page)
    const one = await inkOf(dialog)
    expect(one).toBeGreaterThan(200)
    await expectClosed(dialog)
    if (project.name === 'phone') {
      const before = await pad.boundingBox()
      await swipeOver(page, pad)
      await expect.poll(async () => (await pad.boundingBox())?.y).toBeLessThan(before?.y ?? 0)
      const width = page.viewportSize()?.width ?? 0
      expect(width - ((before?.x ?? 0) + (before?.width ?? 0))).toBeGreaterThanOrEqual(44)
    }
    expect(await inkOf(dialog)).toBe(one)
    await button(dialog, 'Tap to draw more').click()
    await pad.scrollIntoViewIfNeeded()
    const box = await pad.boundingBox()
    if (!box) throw new Error('The pad has no place on the page')
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 20, box.y + 25, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => inkOf(dialog)).toBeGreaterThan(one)
    await button(dialog, 'Undo').click()
    await expect.poll(() => inkOf(dialog)).toBe(one)
    await button(dialog, 'Clear').click()
    await expect.poll(() => inkOf(dialog)).toBe(0)
  },
)

test('a signer who cannot draw signs by name or by an X, with the keyboard only', {
  tag: ['@proof', '@phone'],
}, async ({ page }) => {
  const { dialog, admin, id, save } = await arriveAtDoor(page, 'Kay Board')
  const press = async (name: string) => {
    await button(dialog, name).focus()
    await page.keyboard.press('Enter')
  }
  await press('Save Signature')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Please provide a signature first' })).toBeVisible()
  await expect(dialog.getByLabel('Signature pad')).toBeFocused()
  await press('Mark with an X')
  await expect(dialog.getByText('You are the witness to this mark.')).toBeVisible()
  await press('Can’t draw? Type the name')
  const name = dialog.getByLabel('Signed by')
  // The field is empty, because no one has chosen yet who signs.
  await expect(name).toHaveValue('')
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await press('Save Signature')
  await expect(dialog.getByText('Signer’s name is required')).toBeVisible()
  await expect(dialog.getByText('Please confirm both HIPAA form and counseling')).toHaveCount(2)
  await expect(dialog.getByRole('group', { name: 'HIPAA Form Received' }).getByLabel('Yes')).toBeFocused()
  for (const question of ['HIPAA Form Received', 'Counseling Received']) {
    await dialog.getByRole('group', { name: question }).getByLabel('Yes').focus()
    await page.keyboard.press('Space')
  }
  await name.fill('Kay')
  await press('Save Signature')
  await expect(button(dialog, 'Back to Edit')).not.toHaveAttribute('aria-disabled', 'true')
  await press('Back to Edit')
  const savedAgain = Date.now()
  await name.fill('Kay B.')
  await press('Save Signature')
  const signature = dialog.getByRole('img', { name: "The patient's signature" })
  expect(await signature.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([800, 300])
  await expect(button(dialog, 'Confirm & Complete Delivery')).not.toHaveAttribute('aria-disabled', 'true')
  const sent = page.waitForRequest((request) => hasPathOf(new URL(request.url()), completeDelivery))
  await press('Confirm & Complete Delivery')
  const data = (await sent).postData() ?? ''
  expect(Date.parse(/"signature_timestamp":"([^"]+)"/.exec(data)?.[1] ?? '')).toBeGreaterThanOrEqual(savedAgain)
  for (const part of ['"signature_method":"typed"', '"signer_name":"Kay B."']) expect(data).toContain(part)
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  expect((await stored(admin, id)).status).toBe('delivered')
})

test('Back closes one layer at a time, and warns that a signature has not been sent', {
  tag: ['@proof', '@phone'],
}, async ({ page }) => {
  const { dialog, save, confirm } = await arriveAtDoor(page, 'Bea Back')
  const address = page.url()
  await button(dialog, 'Take Photo').click()
  await expect(dialog.getByLabel('Camera')).toBeVisible()
  await page.goBack()
  await expect(dialog.getByLabel('Camera')).toHaveCount(0)
  await fillInCompletion(dialog)
  const ink = await inkOf(dialog)
  await save.click()
  await expect(confirm).toBeVisible()
  await page.goBack()
  await expect(confirm).toHaveCount(0)
  await expect(save).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  expect(page.url()).toBe(address)
  await expect(page.getByText('Signed, not sent')).toBeVisible()
  await button(page, 'History').click()
  await expect(page.getByRole('dialog', { name: 'Status History' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(page.url()).toBe(address)
  await page.getByRole('link', { name: 'Back to deliveries' }).click()
  await expect(page).toHaveURL(new RegExp(`${listPath}$`))
  await expect(page.getByText('Signed, not sent').first()).toBeVisible()
  await page.goBack()
  await button(page, 'Complete Delivery').click()
  await expect(dialog.getByText('What you entered before is still here.')).toBeVisible()
  expect(await inkOf(dialog)).toBe(ink)
  await save.click()
  await confirm.click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  await expect(page.getByText('Signed, not sent')).toHaveCount(0)
})

test('a page that was killed continues at the same step with the signature', { tag: ['@proof', '@phone'] }, async ({
  page,
  context,
}) => {
  const { dialog, save, confirm, driver } = await arriveAtDoor(page, 'Ines Ink')
  await fillInCompletion(dialog)
  const ink = await inkOf(dialog)
  await dialog.getByLabel('Amount').fill('7.25')
  await save.click()
  await expect(confirm).toBeVisible()
  const address = page.url()
  const killer = await context.newCDPSession(page)
  await page.waitForFunction(
    (id) =>
      new Promise((resolve) => {
        const opening = indexedDB.open('carelane-drafts', 1)
        opening.onsuccess = () => {
          const database = opening.result
          const saved = database.transaction('completions').objectStore('completions').getAll()
          saved.onsuccess = () => {
            database.close()
            resolve(JSON.stringify(saved.result).includes(id))
          }
        }
      }),
    '"isConfirming":true',
  )
  const crashed = page.waitForEvent('crash')
  // The page that would respond has crashed, so this promise rejects when the test ends. That is expected.
  killer.send('Page.crash').catch(() => undefined)
  await crashed
  const next = await context.newPage()
  await driver.enter(next, address)
  const again = completionDialogOf(next)
  await expect(again.getByRole('heading', { name: 'Confirm Delivery Details' })).toBeVisible()
  await button(again, 'Back to Edit').click()
  await expect(again.getByLabel('Amount')).toHaveValue('7.25')
  expect(await inkOf(again)).toBe(ink)
})

test('a change by another user is described, and can be viewed or overridden', { tag: ['@proof', '@phone'] }, async ({
  page,
}) => {
  const { dialog, save, confirm, admin, id } = await arriveAtDoor(page, 'Stella Stale')
  await fillInCompletion(dialog)
  await save.click()
  await admin.call(updateDelivery, { params: { id }, body: { pharmacist_id: admin.user.id } })
  await confirm.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Amelia Hart is now assigned' })).toBeVisible()
  await button(dialog, 'Review delivery').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('main').getByText('Amelia Hart').first()).toBeVisible()
  await button(page, 'Complete Delivery').click()
  await save.click()
  await admin.call(updateDelivery, { params: { id }, body: { pharmacist_id: null } })
  await admin.call(updateDelivery, { params: { id }, body: { pharmacist_id: admin.user.id } })
  await admin.call(changeStatus, { params: { id }, body: { status: 'in_progress' } })
  await confirm.click()
  await button(dialog, 'Complete anyway').click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
})

test('sending shows its progress and can be stopped', { tag: '@proof' }, async ({ page }) => {
  const { dialog, save, confirm, admin, id } = await arriveAtDoor(page, 'Sven Slow')
  await fillInCompletion(dialog)
  await save.click()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const shape = (uploadThroughput: number) =>
    client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput,
    })
  let held = true
  let requests = 0
  await page.route(
    (url) => hasPathOf(url, completeDelivery),
    async (route) => {
      requests += 1
      if (!held) return route.continue()
    },
  )
  await confirm.click()
  await expect(button(dialog, 'Completing delivery...')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Still sending. Stop sending to go back.').first()).toBeVisible()
  await button(dialog, 'Stop sending').click()
  await expectInReach(dialog.getByRole('alert').filter({ hasText: 'Sending stopped. What you entered is still here.' }))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForTimeout(1_000)
  expect([requests, (await stored(admin, id)).status]).toEqual([1, 'in_progress'])

  held = false
  await page.unrouteAll()
  await shape(8_000)
  await confirm.click()
  await expect(dialog.getByText(/^\d+% sent, [\d,]+ KB left$/)).toBeVisible()
  await shape(-1)
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
})

test('a completion stuck for half a minute is saved on the phone and sent when the server responds', {
  tag: ['@proof', '@phone'],
}, async ({ page }) => {
  const { dialog, save, confirm, admin, id } = await arriveAtDoor(page, 'Hugo Hanging')
  await fillInCompletion(dialog)
  await save.click()
  const isSent = Promise.withResolvers<void>()
  await page.route(
    (url) => hasPathOf(url, completeDelivery),
    () => isSent.resolve(),
    { times: 1 },
  )
  await page.clock.install()
  await confirm.click()
  await expect(button(dialog, 'Completing delivery...')).toBeVisible()
  await isSent.promise
  await page.clock.fastForward(31_000)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Signed, not sent')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Signed, not sent')).toHaveCount(0)
  expect((await stored(admin, id)).status).toBe('delivered')
})

test('starting a delivery again after a lost response shows it as the driver’s own', {
  tag: ['@proof', '@phone'],
}, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await aDelivery(admin, nameHere('Otis Own'), { pharmacist: driver })
  await driver.enter(page, `${listPath}/${id}`)
  await page.route(
    (url) => hasPathOf(url, changeStatus),
    async (route) => {
      await route.fetch()
      await expect(button(page, 'Starting...')).toBeVisible()
      await route.abort()
    },
    { times: 1 },
  )
  await button(page, 'Start Delivery').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Network error.' })).toBeVisible()
  await button(page, 'Start Delivery').click()
  await expect(page.getByText('Delivery status updated successfully')).toBeVisible()
  await expect(button(page, 'Complete Delivery')).toBeVisible()
})

/** Returns functions that tap and sign, and one that returns the number of taps that both have made. */
function counting() {
  let taps = 0
  return {
    tap: async (place: Locator) => {
      taps += 1
      await place.click()
    },
    /** Drawing a signature counts as one tap. */
    sign: async (page: Page) => {
      taps += 1
      await sign(page)
    },
    count: () => taps,
  }
}

test('a first delivery takes 14 taps from the sign-in, and later ones 9', { tag: '@proof' }, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const name = nameHere('Tara Taps')
  const collectsCopay = true
  const { patient_id } = await aDelivery(admin, name, { pharmacist: driver, collectsCopay })
  const { tap, sign: signIt, count } = counting()
  const type = async (label: string, text: string) => {
    await tap(page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  const dialog = completionDialogOf(page)
  const complete = async () => {
    await tap(button(page, `Start Delivery: ${name}`))
    await tap(button(page, `Complete: ${name}`))
    await expect(dialog.getByRole('heading', { name: 'Patient Signature' })).toBeVisible()
    for (const yes of await dialog.getByLabel('Yes').all()) await tap(yes)
    await signIt(page)
    await tap(button(dialog, 'Take Photo'))
    await tap(button(dialog, 'Capture'))
    await tap(button(dialog, 'Collected $10.10'))
    await tap(button(dialog, 'Save Signature'))
    await tap(button(dialog, 'Confirm & Complete Delivery'))
    await expect(page.getByText('Delivery completed successfully').first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/login')
  await type('Email', demoStaff.find(({ full_name }) => full_name === 'Miguel Santos')?.email ?? '')
  await type('Password', demoPassword)
  await tap(button(page, 'Sign in to your account'))
  await tap(
    page
      .locator('main')
      .getByRole('link', { name: /Deliver/ })
      .first(),
  )
  await complete()
  expect(count()).toBeLessThanOrEqual(14)

  await aDelivery(admin, name, { pharmacist: driver, patientId: patient_id, collectsCopay })
  const before = count()
  await tap(button(page, 'Refresh'))
  await complete()
  expect(count() - before).toBeLessThanOrEqual(9)
})
