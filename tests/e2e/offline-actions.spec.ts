import { type BrowserContext, expect } from '@playwright/test'
import { demoPassword } from '#infra/local/demo/people.ts'
import { recordAttempt } from '#shared/api/attempts.ts'
import { changeStatus, completeDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import { endSessionsOfUser } from '#shared/api/users.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { button, completionDialogOf } from './arrive-at-door.ts'
import { aDriver, hasPathOf, rowOf, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import {
  completeNextStop,
  fillRoom,
  leaveRoom,
  nextStopSection,
  openStartedRun,
  packageOfNextStop,
  recordNoAnswer,
  signAndConfirm,
  storedDelivery,
} from './open-started-run.ts'
import { fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

const statusOf = (admin: StaffMember, id: string) => async () => (await storedDelivery(admin, id)).status

/** Collects the paths of the completions and attempts that the server has answered, in order. */
function actionsIn(context: BrowserContext) {
  const sent: string[] = []
  context.on('response', (response) => {
    const url = new URL(response.url())
    if (hasPathOf(url, completeDelivery) || hasPathOf(url, recordAttempt)) sent.push(url.pathname)
  })
  return sent
}

test('offline, a series of stops is saved one by one and sent automatically once online', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const { admin, packages } = await openStartedRun(page, request, 'Olaf Offline', ['Ada', 'Bea', 'Cid'])
  await context.setOffline(true)
  const first = await packageOfNextStop(page, packages)
  await completeNextStop(page)
  await expect(page.getByText('1 of 3 done')).toBeVisible()
  await expect(page.getByText('1 waiting')).toBeVisible()
  await expect(nextStopSection(page)).not.toContainText(first.patient_name)

  const second = await packageOfNextStop(page, packages)
  await recordNoAnswer(page)
  await expect(page.getByText('2 waiting')).toBeVisible()
  const back = page.getByRole('button', { name: `Back at the pharmacy: ${second.patient_name}` })
  await expect(page.getByText('Saved on this phone').first()).toBeVisible()
  await back.click()
  await expect(back).toHaveCount(0)
  await expect(page.getByText('2 waiting')).toBeVisible()
  expect(await statusOf(admin, first.id)()).toBe('in_progress')

  const sent = actionsIn(context)
  await context.setOffline(false)
  await expect(page.getByText(/waiting/)).toHaveCount(0)
  await expect.poll(statusOf(admin, first.id)).toBe('delivered')
  expect(await storedDelivery(admin, second.id)).toMatchObject({
    status: 'failed',
    attempts: [{ reason: 'no_answer' }],
    returned_at: expect.any(String),
  })
  expect(sent).toHaveLength(2)
  await page
    .getByText('1 done', { exact: true })
    .or(page.getByText('2 done', { exact: true }))
    .click()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
})

/** The number of stops between two moments with signal. */
const betweenSignals = 12

test('a day of sixty stops can be done with only occasional connections', {
  tag: ['@phone', '@proof'],
}, async ({ page, context, request }) => {
  test.setTimeout(900_000)
  const patients = Array.from({ length: 60 }, (_, i) => `Nr${i}`)
  const { admin, packages } = await openStartedRun(page, request, 'Sixta Stops', patients)
  const ends = new Map<string, string>()
  for (const [i] of packages.entries()) {
    await context.setOffline(true)
    const { id } = await packageOfNextStop(page, packages)
    expect(ends.has(id)).toBe(false)
    const isRefused = i % 4 === 3
    ends.set(id, isRefused ? 'failed' : 'delivered')
    if (isRefused) await recordNoAnswer(page)
    else {
      await button(nextStopSection(page), /^Complete: /).click()
      await signAndConfirm(page)
    }
    await expect(page.getByText(`${i + 1} of 60 done`)).toBeVisible()
    if ((i + 1) % betweenSignals > 0) continue
    await expect(page.getByText(`${betweenSignals} waiting`)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/waiting/)).toHaveCount(0, { timeout: 60_000 })
  }
  for (const [id, status] of ends) expect(await storedDelivery(admin, id)).toMatchObject({ status })
})

test('an action whose response was lost is sent again with its key and counts once', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { admin, packages } = await openStartedRun(page, request, 'Lotte Lost', ['Ada'])
  const [one] = packages
  let isLost = false
  await page.route(
    (url) => hasPathOf(url, completeDelivery),
    async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    },
  )
  await completeNextStop(page)
  await expect(page.getByText('1 waiting')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('1 waiting')).toHaveCount(0)
  expect(await storedDelivery(admin, one?.id ?? '')).toMatchObject({ status: 'delivered', version: 3 })
})

test('a refusal is shown at its stop in the server’s words and can be retried', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const { admin, person, packages } = await openStartedRun(page, request, 'Rudi Refusal', ['Ada', 'Bea'])
  await context.setOffline(true)
  const first = await packageOfNextStop(page, packages)
  await completeNextStop(page)
  // Meanwhile the counter gives the delivery to someone else and back, and then records it as failed.
  await admin.call(updateDelivery, { params: { id: first.id }, body: { pharmacist_id: admin.user.id } })
  await admin.call(updateDelivery, { params: { id: first.id }, body: { pharmacist_id: person.user.id } })
  await admin.call(changeStatus, { params: { id: first.id }, body: { status: 'failed' } })
  await context.setOffline(false)
  await expect(page.getByRole('alert').filter({ hasText: 'The status is now Failed' })).toBeVisible()
  await expect(button(page, 'Try again')).toBeVisible()
  await admin.call(changeStatus, { params: { id: first.id }, body: { status: 'assigned' } })
  await admin.call(changeStatus, { params: { id: first.id }, body: { status: 'in_progress' } })
  await button(page, 'Try again').click()
  await expect.poll(statusOf(admin, first.id)).toBe('delivered')
  await expect(button(page, 'Try again')).toHaveCount(0)
})

test('a refused action reported to the pharmacy is listed until discarded, and can be removed from the phone', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const { admin, packages } = await openStartedRun(page, request, 'Hanna Hand', ['Ada', 'Bea'])
  await context.setOffline(true)
  const first = await packageOfNextStop(page, packages)
  await completeNextStop(page)
  await admin.call(changeStatus, { params: { id: first.id }, body: { status: 'failed' } })
  await context.setOffline(false)
  await button(page, 'Hand to the pharmacy').click()
  await expect(page.getByText('The pharmacy has what you recorded.').filter({ visible: true })).toHaveCount(1)
  await expect(button(page, 'Hand to the pharmacy')).toHaveCount(0)
  await expectGoodScreen(page, 'The pharmacy has what you recorded.')

  const office = await context.browser()?.newPage()
  if (!office) throw new Error('There is no browser')
  await admin.enter(office, paths.attention)
  const card = rowOf(office, first.patient_name)
  await expect(card.getByText(/^Not accepted/)).toBeVisible()
  await expect(card.getByText(/^Completion by .+ was not accepted: .*The status is now Failed/)).toBeVisible()
  await card.getByRole('link', { name: /^Review record/ }).click()
  await button(office, 'Discard').click()
  const discarding = office.getByRole('dialog', { name: 'Discard this record?' })
  await discarding.getByLabel('Reason').fill('The patient never got it')
  await button(discarding, 'Discard').click()
  await expect(discarding).toHaveCount(0)
  await admin.enter(office, paths.attention)
  await expect(card.getByText(/^Failed/).first()).toBeVisible()
  await expect(card.getByText(/Not accepted/)).toHaveCount(0)
  await office.close()

  await button(page, 'Remove from this phone').click()
  const question = page.getByRole('alertdialog', { name: 'Remove from this phone' })
  await button(question, 'Remove').click()
  await expect(button(page, 'Try again')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/waiting|Not accepted/)).toHaveCount(0)
})

test('a signature for a package that left the run can be reported, without details of the package', {
  tag: ['@phone', '@proof'],
}, async ({ page, context, request }) => {
  const { admin, packages } = await openStartedRun(page, request, 'Rolf Moved', ['Ada', 'Bea'])
  await context.setOffline(true)
  const first = await packageOfNextStop(page, packages)
  await button(nextStopSection(page), /^Complete: /).click()
  await signAndConfirm(page)
  const other = await signInStaff('Keisha Brown')
  await admin.call(updateDelivery, { params: { id: first.id }, body: { pharmacist_id: other.user.id } })
  // The responses are those of a server whose organisation lets staff see only their own deliveries.
  await context.route(
    (url) => hasPathOf(url, completeDelivery) || url.pathname.endsWith(first.id),
    (route) => route.fulfill({ status: 404, json: { detail: 'Delivery not found' } }),
  )
  await context.setOffline(false)
  const left = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Not accepted, from other runs' }) })
  await expect(left).toContainText(first.patient_name)
  await expectGoodScreen(page, 'Hand to the pharmacy')
  await button(left, 'Hand to the pharmacy').click()
  await expect(left.getByText('The pharmacy has what you recorded.')).toBeVisible()
  expect((await storedDelivery(admin, first.id)).unsent).toMatchObject([
    { kind: 'completion', refusal: 'Delivery not found' },
  ])
})

test('pending actions survive a reload and a sign-out after a warning, hidden from other users', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const { admin, person, packages } = await openStartedRun(page, request, 'Sina Stays', ['Ada'])
  const [one] = packages
  // The network works, but every request to complete a delivery fails on its way.
  await context.route(
    (url) => hasPathOf(url, completeDelivery),
    (route) => route.abort(),
  )
  await completeNextStop(page)
  await page.reload()
  await expect(page.getByText('1 waiting')).toBeVisible()

  await page.getByRole('button', { name: /^Account menu: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: '1 delivery hasn’t been sent yet' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: /^Account menu: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)

  const other = await aDriver(admin, nameHere('Nils Next'), request)
  await context.unrouteAll()
  const sent = actionsIn(context)
  await other.enter(page, paths.delivery(one?.id ?? ''))
  await expect(page.getByRole('heading', { name: one?.patient_name ?? '', level: 1 })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Signed, not sent')).toHaveCount(0)
  expect(sent).toEqual([])
  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(person.user.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
  await expect.poll(statusOf(admin, one?.id ?? '')).toBe('delivered')
  expect(sent).toHaveLength(1)
})

test('a phone whose storage fills up offline says so, loses nothing, and shows the newest records until it is online', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request, baseURL }) => {
  await leaveRoom(page, baseURL ?? '', 2_000_000)
  const { admin, packages } = await openStartedRun(page, request, 'Fulla Full', ['Ada', 'Bea', 'Cid'])
  await context.setOffline(true)
  await completeNextStop(page)
  await expect(page.getByText('1 waiting')).toBeVisible()
  await fillRoom(page)
  const noRoom = /this phone has no room to keep what you recorded/
  await button(nextStopSection(page), /^Complete: /).click()
  const dialog = completionDialogOf(page)
  await fillInCompletion(dialog)
  await button(dialog, 'Save Signature').click()
  const confirm = button(dialog, 'Confirm & Complete Delivery')
  await confirm.click()
  await expect(dialog.getByRole('alert').getByText(noRoom)).toBeVisible()
  await expect(page.getByText('1 waiting')).toBeVisible()
  await expect(page.getByText('1 of 3 done')).toBeVisible()

  const sent = actionsIn(context)
  await context.setOffline(false)
  await confirm.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 of 3 done')).toBeVisible()
  await expect(page.getByText(/waiting/)).toHaveCount(0)
  expect(sent).toHaveLength(2)

  await test.step('a failed attempt too', async () => {
    await context.setOffline(true)
    await button(nextStopSection(page), /^Could not deliver: /).click()
    const attempt = page.getByRole('dialog', { name: /Could not deliver/ })
    await attempt.getByLabel('No answer').check()
    await button(attempt, 'Save').click()
    await expect(attempt.getByRole('form').getByText(noRoom)).toBeVisible()
    await context.setOffline(false)
    await button(attempt, 'Save').click()
    await expect(attempt).toHaveCount(0)
  })
  const statuses = await Promise.all(packages.map(async ({ id }) => (await storedDelivery(admin, id)).status))
  expect(statuses.sort()).toEqual(['delivered', 'delivered', 'failed'])
})

test('two tabs send the actions of both, each once', { tag: ['@proof', '@phone'] }, async ({
  page,
  context,
  request,
}) => {
  const { admin, person, packages } = await openStartedRun(page, request, 'Tove Tabs', ['Ada', 'Bea'])
  const beside = await context.newPage()
  await person.enter(beside, paths.myRun)
  await expect(nextStopSection(beside)).toBeVisible()
  await context.setOffline(true)
  await completeNextStop(page)
  await expect(beside.getByText('1 waiting')).toBeVisible()
  await completeNextStop(beside)
  for (const tab of [page, beside]) await expect(tab.getByText('2 waiting')).toBeVisible()
  const sent = actionsIn(context)
  await context.setOffline(false)
  for (const { id } of packages) await expect.poll(statusOf(admin, id)).toBe('delivered')
  for (const tab of [page, beside]) await expect(tab.getByText('2 waiting')).toHaveCount(0)
  expect(sent).toHaveLength(2)
})

/** Whether an instant is less than a minute from now. */
const isNow = (instant: string | null) => Math.abs(Date.now() - Date.parse(instant ?? '')) < 60_000

test('a phone whose clock is a day off sends its saved actions with corrected times', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const daySeconds = 86_400
  await page.clock.setFixedTime(Date.now() + daySeconds * 1000)
  const { admin, packages } = await openStartedRun(page, request, 'Dora Dayoff', ['Ada', 'Bea'])
  await page.clock.resume()
  await context.setOffline(true)
  const first = await packageOfNextStop(page, packages)
  await completeNextStop(page)
  const second = await packageOfNextStop(page, packages)
  await recordNoAnswer(page)
  await context.setOffline(false)
  await expect.poll(statusOf(admin, first.id)).toBe('delivered')
  await expect.poll(statusOf(admin, second.id)).toBe('failed')
  const { captured_at, clock_correction_seconds } = await storedDelivery(admin, first.id)
  expect([isNow(captured_at), Math.round((clock_correction_seconds ?? 0) / 100)]).toEqual([true, -daySeconds / 100])
  const [attempt] = (await storedDelivery(admin, second.id)).attempts
  expect(isNow(attempt?.captured_at ?? null)).toBe(true)
})

test('a completion whose session was ended elsewhere is sent after a sign-in, and its proof says so', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const { admin, person, packages } = await openStartedRun(page, request, 'Elsa Elsewhere', ['Ada'])
  const id = packages[0]?.id ?? ''
  await context.setOffline(true)
  await completeNextStop(page)
  await expect(page.getByText('1 waiting')).toBeVisible()
  await admin.call(endSessionsOfUser, { params: { id: person.user.id } })
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login/)
  expect(await statusOf(admin, id)()).toBe('in_progress')
  await page.getByLabel('Email', { exact: true }).fill(person.user.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
  await expect.poll(statusOf(admin, id)).toBe('delivered')
  expect(isNow((await storedDelivery(admin, id)).session_ended_at)).toBe(true)

  const office = await context.browser()?.newPage()
  if (!office) throw new Error('There is no browser')
  await admin.enter(office, paths.delivery(id))
  await expect(office.getByText(/^Missing: /)).toBeVisible()
  await office.getByRole('heading', { name: 'Proof of delivery', exact: true }).click()
  await expect(office.getByText('Session ended', { exact: true })).toBeVisible()
  await expect(office.getByText(/Signed before the session was ended on/)).toBeVisible()
  await office.close()
})

test('what was not sent for 30 days is deleted from the phone and listed as not sent', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const { admin, packages } = await openStartedRun(page, request, 'Lena Lost', ['Ada'])
  const id = packages[0]?.id ?? ''
  await context.setOffline(true)
  await completeNextStop(page)
  await expect(page.getByText('1 waiting')).toBeVisible()
  // The page of a phone that was switched off for a month.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('carelane-acts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const changing = opening.result.transaction('acts', 'readwrite')
          const actions = changing.objectStore('acts')
          const cursor = actions.openCursor()
          cursor.onsuccess = () => {
            if (!cursor.result) return
            const { about, ...action } = cursor.result.value
            const pressedAt = new Date(Date.now() - 31 * 86_400_000).toISOString()
            cursor.result.update({ ...action, about: { ...about, pressedAt } })
            cursor.result.continue()
          }
          changing.oncomplete = () => resolve()
          opening.result.close()
        }
      }),
  )
  await context.setOffline(false)
  await expect
    .poll(async () => (await storedDelivery(admin, id)).unsent)
    .toMatchObject([{ kind: 'completion', refusal: expect.stringMatching(/^Not sent, \w+ \d+$/), record: null }])
  expect(await statusOf(admin, id)()).toBe('in_progress')
  await expect(page.getByText('1 waiting')).toHaveCount(0)
})
