import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { acceptInvitation, verifyInvitation } from '#shared/api/auth.ts'
import {
  changeStatus,
  completeDelivery,
  createDelivery,
  deleteDelivery,
  updateDelivery,
} from '#shared/api/deliveries.ts'
import { signUpCompany } from '#shared/api/registration.ts'
import { arriveAtDoor, button } from './arrive-at-door.ts'
import { aDelivery, aPatient, hasPathOf, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { nameHere } from './new-names.ts'
import { fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const words = 'The server’s words'
const notAnswered = 'Carelane didn’t respond. What you entered is still here.'
const offline = 'Network error. Check your connection and try again.'
const unreadable = 'Invalid response format from server'
const html = '<!doctype html><html><head><title>502 Bad Gateway</title></head></html>'
const inWords = (status: number) => ({ status, json: { detail: words } })

/** The answers of a server, a gateway or a network that fails a call. */
const answers = [
  ['400', inWords(400)],
  ['401', inWords(401)],
  ['403', inWords(403)],
  ['404', inWords(404)],
  ['408', inWords(408)],
  ['409', inWords(409)],
  ['413', inWords(413)],
  ['415', inWords(415)],
  ['422', { status: 422, json: { detail: [{ loc: ['body', 'notes'], msg: 'Must be text', type: 'value_error' }] } }],
  ['429', inWords(429)],
  ['500', { status: 500, json: {} }],
  ['502 HTML', { status: 502, contentType: 'text/html', body: html }],
  ['503', inWords(503)],
  ['500 empty', { status: 500, body: '' }],
  ['200 empty', { status: 200, body: '' }],
  ['no answer', undefined],
] as const
type Name = (typeof answers)[number][0]

/** Stands for an answer after which the screen does not report a failure: the comment beside it says what happens instead. */
const noFailure = null

interface Shown extends Partial<Record<Name, string | null>> {
  /** The text after an answer with the server's own words. */
  inWords: string
  401: string | null
  422: string
  /** The text after an answer without any words. */
  silent: string
  '502 HTML': string
  '200 empty': string | null
  'no answer': string | null
}

/** A call that needs a session signs the user out after 401, which a test of its own shows. */
const signedOut = { 401: noFailure }

interface Action {
  call: { path: string; method: string }
  send: () => Promise<unknown>
  /** Where the screen shows what failed, and where it shows a conflict, if that is another place. */
  place: Locator
  conflictPlace?: Locator
  shown: Shown
}

/** Makes a call once for each answer, and expects the text that the screen then shows. */
async function expectShown(page: Page, { call, send, place, conflictPlace = place, shown }: Action) {
  const isCalled = (url: URL) => hasPathOf(url, call)
  const isOver = (request: Request) => request.method() === call.method && isCalled(new URL(request.url()))
  for (const [name, answer] of answers) {
    const isSilent = name === '500' || name === '500 empty'
    const own = shown[name]
    if (own === noFailure) continue
    const expected = own ?? (isSilent ? shown.silent : shown.inWords)
    await page.route(isCalled, (route) =>
      route.request().method() !== call.method ? route.fallback() : answer ? route.fulfill(answer) : route.abort(),
    )
    // Wait for the response, because the previous one may have left the same text.
    const end = { predicate: isOver, timeout: 30_000 }
    const over = answer ? page.waitForEvent('requestfinished', end) : page.waitForEvent('requestfailed', end)
    await send()
    await over
    await expect(name === '409' ? conflictPlace : place, `after ${name}`).toHaveText(expected)
    await page.unroute(isCalled)
  }
}

test('a failed call to create, edit, change or delete a delivery is reported in words, whatever was answered', {
  tag: '@proof',
}, async ({ page }) => {
  test.slow()
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Keisha Brown')]
  const patient = await aPatient(admin, nameHere('Nadia Answer'))
  const { id } = await aDelivery(admin, '', { patientId: patient.id, pharmacist: driver })
  const alert = page.getByRole('main').getByRole('alert').first()

  await test.step('create', async () => {
    await admin.enter(page, `${list}?view=create&patient=${patient.id}`)
    const form = page.getByRole('form', { name: 'New delivery' })
    await form.getByLabel('Delivery Date').fill(demoToday())
    await form.getByLabel('Time Range').selectOption({ index: 1 })
    await form.getByLabel('RX Number').fill('RX-ANSWER')
    const create = form.getByRole('button', { name: 'Create Delivery' })
    await expectShown(page, {
      call: createDelivery,
      send: () => create.click(),
      place: alert,
      shown: {
        inWords: `Failed to create delivery: ${words}`,
        422: 'Failed to create delivery: Validation error: Notes: Must be text',
        silent: 'Failed to create delivery: An error occurred',
        '502 HTML': `Failed to create delivery: ${notAnswered}`,
        '200 empty': `Failed to create delivery: ${unreadable}`,
        'no answer': `Failed to create delivery: ${offline}`,
        ...signedOut,
      },
    })
    await create.click()
    await expect(page.getByText('Delivery created successfully')).toBeVisible()
  })

  await test.step('edit', async () => {
    await page.goto(`${list}/edit/${id}`)
    await page.getByLabel('Delivery Notes').fill('By the back door')
    const update = page.getByRole('button', { name: 'Update Delivery' })
    await expectShown(page, {
      call: updateDelivery,
      send: () => update.click(),
      place: alert,
      shown: {
        inWords: `Failed to update delivery: ${words}`,
        422: 'Failed to update delivery: Validation error: Notes: Must be text',
        silent: 'Failed to update delivery: An error occurred',
        '502 HTML': `Failed to update delivery: ${notAnswered}`,
        '200 empty': `Failed to update delivery: ${unreadable}`,
        'no answer': `Failed to update delivery: ${offline}`,
        ...signedOut,
      },
    })
    await update.click()
    await expect(page.getByText('Delivery updated successfully')).toBeVisible()
  })

  await test.step('status', async () => {
    await page.goto(`${list}/${id}`)
    await page.getByLabel('Change status').selectOption('In Progress')
    await expectShown(page, {
      call: changeStatus,
      send: () => page.getByRole('button', { name: 'Update Status' }).click(),
      place: alert,
      shown: {
        inWords: words,
        422: 'Notes: Must be text',
        silent: 'Failed to update delivery status',
        '502 HTML': notAnswered,
        '200 empty': unreadable,
        'no answer': offline,
        ...signedOut,
      },
    })
    await expect(page.getByLabel('Change status')).toHaveValue('in_progress')
  })

  await test.step('delete', async () => {
    const failed = 'Failed to delete delivery'
    await expectShown(page, {
      call: deleteDelivery,
      send: async () => {
        if (test.info().project.name === 'phone') await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
      },
      place: alert,
      shown: {
        inWords: failed,
        409: `${failed}: ${words}`,
        422: failed,
        silent: failed,
        '502 HTML': failed,
        // The answer to a deletion has no body, so the delivery is deleted.
        '200 empty': noFailure,
        'no answer': failed,
        ...signedOut,
      },
    })
  })
})

test('a call that is refused with 401 signs the user out, and what was entered is there after the next sign-in', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = await aPatient(admin, nameHere('Ugo Unauthorized'))
  const { id } = await aDelivery(admin, '', { patientId: patient.id })
  const isRefused = (url: URL) => hasPathOf(url, createDelivery) || hasPathOf(url, updateDelivery)
  const actions = [
    {
      path: `${list}?view=create&patient=${patient.id}`,
      label: 'RX Number',
      typed: 'RX-UNAUTHORIZED',
      press: 'Create Delivery',
    },
    { path: `${list}/edit/${id}`, label: 'Delivery Notes', typed: 'By the back door', press: 'Update Delivery' },
  ]
  for (const { path, label, typed, press } of actions) {
    await (await signInStaff('Amelia Hart')).enter(page, path)
    await page.getByLabel(label).fill(typed)
    await page.route(isRefused, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill(inWords(401)),
    )
    await page.getByRole('button', { name: press }).click()
    await expect(page).toHaveURL('/login')
    expect((await page.context().cookies()).filter(({ name }) => /token/.test(name))).toEqual([])
    await page.unroute(isRefused)
    await (await signInStaff('Amelia Hart')).enter(page, path)
    await expect(page.getByLabel(label)).toHaveValue(typed)
  }
})

test('a failed completion is reported in words, whatever was answered, and keeps what was entered', {
  tag: '@proof',
}, async ({ page }) => {
  const { dialog, save, confirm } = await arriveAtDoor(page, 'Cory Answer')
  await fillInCompletion(dialog)
  await save.click()
  const failed = 'Failed to complete delivery'
  await expectShown(page, {
    call: completeDelivery,
    send: () => confirm.or(button(dialog, 'Try again')).click(),
    place: dialog.getByRole('alert'),
    shown: {
      inWords: words,
      422: 'Must be text',
      silent: failed,
      '502 HTML': failed,
      '200 empty': unreadable,
      // The completion is stored on the phone and sent when the network returns (see offline-actions.spec.ts).
      'no answer': noFailure,
      ...signedOut,
    },
  })
  await expect(dialog.getByRole('img', { name: "The patient's signature" })).toBeVisible()
  await button(dialog, 'Try again').click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
})

test('an invitation that cannot be checked or accepted is explained in words for every response', {
  tag: '@proof',
}, async ({ page }) => {
  const place = page.getByRole('alert')
  const unusable = 'This invitation link is invalid or has expired. Please request a new one.'
  const failed = 'An error occurred while processing your request. Please try again.'

  await test.step('checked', async () => {
    await expectShown(page, {
      call: verifyInvitation,
      send: () => page.goto('/accept-invitation?token=some-token'),
      place,
      shown: {
        inWords: words,
        422: 'Must be text',
        401: words,
        silent: unusable,
        '502 HTML': unusable,
        '200 empty': unreadable,
        'no answer': offline,
      },
    })
    await page.route(
      (url) => hasPathOf(url, verifyInvitation),
      (route) => route.fulfill({ status: 503, json: { detail: words } }),
    )
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to login' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(place).toHaveText(unusable)
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  })

  await test.step('accepted', async () => {
    const invitation = { email: 'nora@vance.example', organisation: 'Elm Street Pharmacy', has_account: false }
    await page.route(
      (url) => hasPathOf(url, verifyInvitation),
      (route) => route.fulfill({ json: { ...invitation, invited_by: 'Amelia Hart' } }),
    )
    await expectShown(page, {
      call: acceptInvitation,
      send: async () => {
        await page.goto('/accept-invitation?token=some-token')
        await page.getByLabel('Password', { exact: true }).fill('Sturdy-Bridge-77')
        await page.getByLabel('Confirm password').fill('Sturdy-Bridge-77')
        await page.getByRole('button', { name: 'Set up account' }).click()
      },
      place,
      shown: {
        inWords: words,
        422: 'Must be text',
        401: words,
        silent: failed,
        '502 HTML': notAnswered,
        '200 empty': unreadable,
        'no answer': offline,
      },
    })
  })
})

test('a sign-up that fails is reported in words for each of the server’s answers', { tag: '@proof' }, async ({
  page,
}) => {
  await page.goto('/signup')
  await page.getByLabel('Pharmacy', { exact: true }).check()
  const typed = {
    'Company Name': 'Harbor Street Pharmacy',
    'Phone Number': '5550100100',
    'Fax Number': '5550100101',
    'NPI Number': '1234567893',
    'NABP Number': '1234567',
    'Company Description': 'By the sea',
    'Full Name': 'Ada Lindqvist',
    Email: 'ada@lindqvist.example',
  }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
  const failed = 'Registration failed. Please try again.'
  await expectShown(page, {
    call: signUpCompany,
    send: () => page.getByRole('button', { name: 'Next' }).click(),
    place: page.getByRole('form', { name: 'Company' }).getByRole('alert').first(),
    conflictPlace: page.getByText(words),
    shown: {
      inWords: words,
      401: words,
      422: 'Notes: Must be text',
      silent: failed,
      '502 HTML': notAnswered,
      '200 empty': unreadable,
      'no answer': offline,
    },
  })
  await expect(page.getByLabel('Company Name')).toHaveValue(typed['Company Name'])
})
