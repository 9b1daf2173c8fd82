import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'
import { recordAttempt, returnPackage } from '#shared/api/attempts.ts'
import { closeRun } from '#shared/api/runs.ts'
import { attachVirtualAuthenticator } from './attach-virtual-authenticator.ts'
import { aDelivery, aDriver, deliver, type StaffMember } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { makeSessionOld } from './make-session-old.ts'
import { isPhone, nameHere } from './new-names.ts'

/** A step of a walk through the app. */
export interface WalkStep {
  act: (page: Page) => Promise<unknown>
  /** Repeats what pressing `Try again` undoes. */
  again?: (page: Page) => Promise<unknown>
  /** The element that is visible once the step has succeeded. */
  reached: (page: Page) => Locator
}

const open = (path: string, reached: WalkStep['reached']): WalkStep => ({
  async act(page) {
    // The page reloads itself when a module is missing, which would interrupt a `goto` that waits until the page has loaded. A
    // reload of the page before can interrupt the first attempt.
    const start = () => page.goto(path, { waitUntil: 'commit' })
    await start().catch(start)
    await page.waitForLoadState()
  },
  reached,
})
const press = (name: string, reached: WalkStep['reached']): WalkStep => ({
  act: (page) => page.getByRole('button', { name, exact: true }).first().click(),
  reached,
})
const choose = (name: string, reached: WalkStep['reached']): WalkStep => ({
  act: (page) => page.getByRole('tab', { name }).click(),
  reached,
})
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name })
export const fieldLabelled = (name: string) => (page: Page) => page.getByLabel(name, { exact: true })
export const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const deliveries = (page: Page) =>
  page.getByRole('table', { name: 'Deliveries' }).or(page.getByRole('list', { name: 'Deliveries' }))

export async function searchFor(page: Page, delivery: string) {
  const field = page.getByRole('combobox', { name: /^Search patients/ })
  await expect(field.or(button('Search')(page)).first()).toBeVisible()
  if (await field.isHidden()) await button('Search')(page).click()
  await field.fill(delivery.slice(0, 8))
}

async function findRecords(page: Page) {
  await fieldLabelled('Numbers, or the whole letter')(page).fill('RX-1')
  await button('Find records')(page).click()
}

async function unfoldProof(page: Page) {
  await page.getByText(/^Missing: /).waitFor()
  if (await button('Correct…')(page).isHidden()) await heading('Proof of delivery')(page).click()
}

const openUserMenu = (page: Page) => page.getByRole('button', { name: /^Account of / }).click()

/** Presses `?` again and again until the page answers, because the page listens for keys only a moment after it is shown. */
const askForKeys = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('?')
    const shown = heading('Keyboard shortcuts')(page).or(page.getByText(lostPartMessagePattern))
    await expect(shown.first()).toBeVisible({ timeout: 1000 })
  }).toPass()

/** Matches the messages which say that something could not be loaded. */
export const lostPartMessagePattern = /could not be loaded|Failed to|Network error|An error occurred/

/** The walks of visitors without a session, by what they lead to. */
export const publicWalks: Record<string, WalkStep[]> = {
  'signing in': [
    open('/login', fieldLabelled('Password')),
    {
      async act(page) {
        await page.getByLabel('Email', { exact: true }).fill(demoStaff[0]?.email ?? '')
        await page.getByLabel('Password', { exact: true }).fill(demoPassword)
        await button('Sign in to your account')(page).click()
      },
      reached: heading(/^Welcome back/),
    },
  ],
  'a second step': [
    open('/login', fieldLabelled('Password')),
    {
      async act(page) {
        await page.route('**/api/auth/login', (route) =>
          route.fulfill({ json: { mfa_token: 'none', methods: ['totp'] } }),
        )
        await page.getByLabel('Email', { exact: true }).fill(demoStaff[0]?.email ?? '')
        await page.getByLabel('Password', { exact: true }).fill(demoPassword)
        await button('Sign in to your account')(page).click()
      },
      reached: fieldLabelled('Code'),
    },
  ],
  'signing in with a passkey': [
    // A page that already has an authenticator keeps it.
    { act: (page) => attachVirtualAuthenticator(page).catch(() => undefined), reached: (page) => page.locator('html') },
    open('/login', button('Sign in with a passkey')),
    {
      act: (page) => button('Sign in with a passkey')(page).click(),
      reached: (page) => page.getByText('No passkey was used.'),
    },
  ],
  'signing in with Google': [open('/login', button('Sign in with Google'))],
  'a forgotten password': [
    open('/forgot-password', heading('Forgot your password?')),
    {
      async act(page) {
        await page.getByLabel('Email').fill(`nobody.${randomUUID()}@example.com`)
        await button('Send reset link')(page).click()
      },
      reached: heading('Check your email'),
    },
  ],
  'another password': [open('/reset-password?token=none', heading('Reset your password'))],
  'a first password': [open('/set-password?token=none', heading('Set your password'))],
  'an invitation': [open('/accept-invitation?token=none', heading('Invalid Invitation'))],
  'a verified address': [open('/verify-email?token=none', heading('Error Verifying Email'))],
  'signing up': [open('/signup', fieldLabelled('Pharmacy'))],
  'a change that was not one’s own': [open('/not-me?token=none', button('This was not me'))],
  accessibility: [open('/accessibility', heading('Accessibility'))],
  'having signed up': [open('/signup/success', heading('Session Expired'))],
  'the reference': [open('/docs', heading(/^Carelane/))],
}

interface Given {
  delivery: string
  patient: string
  tenant: string
  admin: StaffMember
  request: APIRequestContext
}

/** Creates a driver with a package in progress today. */
async function onTheWay({ admin, request }: Given, who: string) {
  const person = await aDriver(admin, nameHere(who), request)
  const name = nameHere('Wim Way')
  const { id } = await aDelivery(admin, name, { pharmacist: person, status: 'in_progress' })
  return { person, id, name }
}

/** Creates a driver who has brought a package back. */
async function back(given: Given, who: string) {
  const { person, id } = await onTheWay(given, who)
  await person.call(recordAttempt, { params: { id }, body: { reason: 'no_answer' } })
  await person.call(returnPackage, { params: { id }, body: {} })
  return person
}

const enter = ({ enter }: StaffMember, path: string, reached: WalkStep['reached']): WalkStep => ({
  act: (page) => enter(page, path),
  reached,
})

/** The walks of signed-in users, by what they lead to. */
export const signedInWalks: Record<string, (given: Given) => WalkStep[] | Promise<WalkStep[]>> = {
  'what is searched for': ({ delivery }) => [
    open('/dashboard', (page) =>
      isPhone() ? button('Search')(page) : page.getByRole('combobox', { name: /^Search patients/ }),
    ),
    {
      act: (page) => searchFor(page, delivery),
      // Pressing beside the search closes it.
      again: (page) => searchFor(page, delivery),
      reached: (page) => page.getByRole('listbox', { name: 'Found' }),
    },
  ],
  'the keys': () => [
    open('/dashboard', heading(/^Today$/)),
    {
      act: askForKeys,
      again: askForKeys,
      reached: heading('Keyboard shortcuts'),
    },
  ],
  'one’s own menu': () => [
    open('/dashboard', heading(/^Today$/)),
    {
      act: openUserMenu,
      // A press in the menu closes it.
      again: openUserMenu,
      reached: button('Sign out'),
    },
  ],
  'many at once': () => [
    open('/pharmacy/delivery', deliveries),
    {
      act: (page) =>
        page
          .getByRole('checkbox', { name: /^Select (?!all)/ })
          .first()
          .setChecked(true),
      reached: (page) => page.getByText('1 selected'),
    },
  ],
  'a patient': ({ patient }) => [
    open(`/pharmacy/patients/${patient}`, (page) => page.getByRole('list', { name: 'Upcoming' })),
  ],
  'a module to come': () => [open('/pharmacy/documents', heading('Documents'))],
  activity: () => [open('/admin/activity', heading('Activity'))],
  'the list, its directory and its form': () => [
    open('/pharmacy/delivery', deliveries),
    choose('Patients', (page) => page.getByRole('searchbox', { name: 'Search the directory' })),
    choose('New Delivery', button('New Patient')),
  ],
  'the list at another width': () => [
    {
      async act(page) {
        await page.setViewportSize({ width: isPhone() ? 1280 : 390, height: 800 })
        await page.goto('/pharmacy/delivery')
      },
      reached: deliveries,
    },
  ],
  'a delivery, its slip and its completion': ({ delivery }) => [
    open(`/pharmacy/delivery/${delivery}`, heading('Delivery Details')),
    press('Print', (page) => page.getByRole('article', { name: 'Package slip' })),
    press('Close', button('Complete Delivery')),
    press('History', (page) => page.getByRole('dialog').getByRole('list', { name: 'Status history' })),
    press('Close', button('Complete Delivery')),
    press('Complete Delivery', fieldLabelled('Signature pad')),
  ],
  'the edit of a delivery': ({ delivery }) => [
    open(`/pharmacy/delivery/edit/${delivery}`, heading('This delivery can no longer be edited')),
  ],
  'the account': () => [
    open('/account', button('Set up an authenticator app')),
    press('Set up an authenticator app', (page) => page.getByRole('img', { name: 'The key as a QR code' })),
  ],
  'a proof of who somebody is': () => [
    open('/account', button('Set up an authenticator app')),
    {
      async act(page) {
        await makeSessionOld(page, /\/api\/auth\/totp$/)
        await button('Set up an authenticator app')(page).click()
      },
      reached: (page) => page.getByRole('dialog', { name: 'Confirm that it is you' }),
    },
  ],
  'an import': () => [
    open('/pharmacy/import', fieldLabelled('File')),
    {
      act: (page) =>
        fieldLabelled('File')(page).setInputFiles({
          name: 'monday.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('Patient Name,Delivery Date\nGrace Hopper,11/27/2026'),
        }),
      reached: button('Continue'),
    },
  ],
  'what was signed, and its correction': async ({ admin, delivery }) => {
    await deliver(admin, delivery)
    return [
      open(`/pharmacy/delivery/${delivery}`, (page) => page.getByText(/^Missing: /)),
      { act: unfoldProof, reached: button('Correct…') },
      {
        async act(page) {
          // A page that has reloaded shows the proof folded again.
          await unfoldProof(page)
          await button('Correct…')(page).click()
        },
        reached: (page) => page.getByRole('dialog').getByLabel('Right value'),
      },
    ]
  },
  'a call': async ({ admin, delivery, patient }) => {
    await deliver(admin, delivery)
    const { id } = await aDelivery(admin, '', { patientId: patient, pharmacist: admin, status: 'in_progress' })
    await deliver(admin, id, { counseling_received: false, counseling_outcome: 'call_back' })
    return [open(`/pharmacy/delivery/${id}`, button('Save call'))]
  },
  'an audit': async ({ admin, delivery }) => {
    await deliver(admin, delivery)
    return [
      open('/pharmacy/audit', fieldLabelled('Numbers, or the whole letter')),
      { act: findRecords, reached: button('Download packet') },
      {
        async act(page) {
          // A page that has reloaded shows no records.
          if (await button('Download packet')(page).isHidden()) await findRecords(page)
          page.once('download', () => void page.evaluate(() => document.body.setAttribute('data-saved', '')))
          await button('Download packet')(page).click()
        },
        reached: (page) => page.locator('body[data-saved]'),
      },
    ]
  },
  'the runs and what needs attention': () => [
    open('/pharmacy/runs', heading('Unassigned')),
    choose('Attention', (page) => page.getByRole('listitem').filter({ hasText: 'Unassigned' }).first()),
  ],
  'a run': async (given) => {
    const { person, name } = await onTheWay(given, 'Ronny Run')
    await aDelivery(given.admin, nameHere('Lou Load'), { pharmacist: person })
    return [
      enter(person, '/dashboard', (page) => page.getByRole('link', { name: 'Open: My run today' })),
      open('/pharmacy/run', heading('Next stop')),
      press('Scan packages', fieldLabelled('Camera')),
      press('Close', button('Scan packages')),
      press(`Could not deliver: ${name}`, (page) => page.getByRole('dialog').getByLabel('No answer')),
    ]
  },
  'what is to be brought back': async (given) => {
    const { person, id, name } = await onTheWay(given, 'Tom To')
    await person.call(recordAttempt, { params: { id }, body: { reason: 'no_answer' } })
    return [enter(person, '/pharmacy/run', button(`Back at the pharmacy: ${name}`))]
  },
  'a handover': async (given) => {
    const [before, after] = [await back(given, 'Bea Back'), await back(given, 'Hanna Handed')]
    await after.call(closeRun, { params: { date: demoToday(), user_id: after.user.id }, body: { counted: {} } })
    return [
      enter(before, '/pharmacy/run', button('Close run')),
      press('Close run', fieldLabelled('Cash counted')),
      enter(after, '/pharmacy/run', heading('Handovers')),
    ]
  },
  users: () => [open('/admin/users', button('Invite User')), press('Invite several', fieldLabelled('People'))],
  roles: () => [open('/admin/roles', button('Create Role'))],
  settings: () => [open('/admin/tenant', heading('Tenant Settings'))],
  'the subscription': ({ tenant }) => [open(`/signup/manage/${tenant}`, heading('Current Subscriptions'))],
}
