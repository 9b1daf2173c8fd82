import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'
import { recordAttempt, returnPackage } from '#shared/api/attempts.ts'
import { closeRun } from '#shared/api/runs.ts'
import { inTurn } from '#tests/support/how-many.ts'
import { aDelivery, aDriver, deliver, type Staff, staff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { isPhone, nameHere } from './new-names.ts'
import { ownPlace } from './support.ts'
import { virtualAuthenticator } from './virtual-authenticator.ts'
import { test } from './watched-test.ts'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

async function chunksOfBuild(): Promise<Record<string, Chunk>> {
  const manifest = new URL('../../web/dist/.vite/manifest.json', import.meta.url)
  return JSON.parse(await readFile(manifest, 'utf8'))
}

/** The paths of the entry file and its imports. Without these files no code runs that could show a message. */
async function pathsOfEntry() {
  const chunks = await chunksOfBuild()
  return ['index.html', ...(chunks['index.html']?.imports ?? [])].map((name) => `/${chunks[name]?.file}`)
}

/** The modules that the build loads on demand, with the paths of their files. */
async function partsOfBuild() {
  const chunks = await chunksOfBuild()
  const names = new Set(Object.values(chunks).flatMap(({ dynamicImports = [] }) => dynamicImports))
  return Array.from(names, (name) => ({ name, path: `/${chunks[name]?.file}` }))
}

interface Step {
  act: (page: Page) => Promise<unknown>
  /** Repeats what pressing `Try again` undoes. */
  again?: (page: Page) => Promise<unknown>
  /** Visible once the step has succeeded. */
  reached: (page: Page) => Locator
}

const open = (path: string, reached: Step['reached']): Step => ({
  // A reload that the page has begun by itself interrupts the first attempt.
  act: (page) => page.goto(path).catch(() => page.goto(path)),
  reached,
})
const press = (name: string, reached: Step['reached']): Step => ({
  act: (page) => page.getByRole('button', { name, exact: true }).first().click(),
  reached,
})
const choose = (name: string, reached: Step['reached']): Step => ({
  act: (page) => page.getByRole('tab', { name }).click(),
  reached,
})
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name })
const labelled = (name: string) => (page: Page) => page.getByLabel(name, { exact: true })
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const deliveries = (page: Page) =>
  page.getByRole('table', { name: 'Deliveries' }).or(page.getByRole('list', { name: 'Deliveries' }))

async function searchFor(page: Page, delivery: string) {
  const field = page.getByRole('combobox', { name: /^Search patients/ })
  await expect(field.or(button('Search')(page)).first()).toBeVisible()
  if (await field.isHidden()) await button('Search')(page).click()
  await field.fill(delivery.slice(0, 8))
}

async function findRecords(page: Page) {
  await labelled('Numbers, or the whole letter')(page).fill('RX-1')
  await button('Find records')(page).click()
}

async function unfoldProof(page: Page) {
  await page.getByText(/^Missing: /).waitFor()
  if (await button('Correct…')(page).isHidden()) await heading('Proof of delivery')(page).click()
}

const openUserMenu = (page: Page) => page.getByRole('button', { name: /^Account of / }).click()

/** The page listens for keys only a moment after it is shown. */
const askForKeys = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('?')
    const shown = heading('Keyboard shortcuts')(page).or(page.getByText(lostWords))
    await expect(shown.first()).toBeVisible({ timeout: 1000 })
  }).toPass()

const lostWords = /could not be loaded|Failed to|Network error|An error occurred/

const publicWays: Record<string, Step[]> = {
  'signing in': [
    open('/login', labelled('Password')),
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
    open('/login', labelled('Password')),
    {
      async act(page) {
        await page.route('**/api/auth/login', (route) =>
          route.fulfill({ json: { mfa_token: 'none', methods: ['totp'] } }),
        )
        await page.getByLabel('Email', { exact: true }).fill(demoStaff[0]?.email ?? '')
        await page.getByLabel('Password', { exact: true }).fill(demoPassword)
        await button('Sign in to your account')(page).click()
      },
      reached: labelled('Code'),
    },
  ],
  'signing in with a passkey': [
    // A page that already has an authenticator keeps it.
    { act: (page) => virtualAuthenticator(page).catch(() => undefined), reached: (page) => page.locator('html') },
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
  'signing up': [open('/signup', labelled('Pharmacy'))],
  accessibility: [open('/accessibility', heading('Accessibility'))],
  'having signed up': [open('/signup/success', heading('Session Expired'))],
  'the reference': [open('/docs', heading(/^Carelane/))],
}

interface Given {
  delivery: string
  patient: string
  tenant: string
  admin: Staff
  request: APIRequestContext
}

/** A driver with a package in progress today. */
async function onTheWay({ admin, request }: Given, who: string) {
  const person = await aDriver(admin, nameHere(who), request)
  const name = nameHere('Wim Way')
  const { id } = await aDelivery(admin, name, { pharmacist: person, status: 'in_progress' })
  return { person, id, name }
}

/** A driver who has brought a package back. */
async function back(given: Given, who: string) {
  const { person, id } = await onTheWay(given, who)
  await person.call(recordAttempt, { params: { id }, body: { reason: 'no_answer' } })
  await person.call(returnPackage, { params: { id }, body: {} })
  return person
}

const enter = ({ enter }: Staff, path: string, reached: Step['reached']): Step => ({
  act: (page) => enter(page, path),
  reached,
})

const signedInWays: Record<string, (given: Given) => Step[] | Promise<Step[]>> = {
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
    press('Complete Delivery', labelled('Signature pad')),
  ],
  'the edit of a delivery': ({ delivery }) => [
    open(`/pharmacy/delivery/edit/${delivery}`, heading('This delivery can no longer be edited')),
  ],
  'the account': () => [
    open('/account', button('Set up an authenticator app')),
    press('Set up an authenticator app', (page) => page.getByRole('img', { name: 'The key as a QR code' })),
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
      open('/pharmacy/audit', labelled('Numbers, or the whole letter')),
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
      press('Scan packages', labelled('Camera')),
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
      press('Close run', labelled('Cash counted')),
      enter(after, '/pharmacy/run', heading('Handovers')),
    ]
  },
  users: () => [open('/admin/users', button('Invite User')), press('Invite several', labelled('People'))],
  roles: () => [open('/admin/roles', button('Create Role'))],
  settings: () => [open('/admin/tenant', heading('Tenant Settings'))],
  'the subscription': ({ tenant }) => [open(`/signup/manage/${tenant}`, heading('Current Subscriptions'))],
}

/** The modules that the walk loads if nothing fails. */
async function partsOnTheWay(page: Page, steps: Step[]) {
  const asked = new Set<string>()
  const note = (request: { url(): string }) => asked.add(new URL(request.url()).pathname)
  page.on('request', note)
  for (const { act, reached } of steps) {
    await act(page)
    await expect(reached(page)).toBeVisible()
  }
  page.off('request', note)
  return (await partsOfBuild()).filter(({ path }) => asked.has(path))
}

/** Presses the retry buttons until none is left. Each missing module has one, which disappears once the module has loaded. */
async function pressAll(again: Locator) {
  for (let missing = await again.count(); missing > 0; missing = await again.count()) {
    await expect(async () => {
      // The page may have continued meanwhile.
      await again
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined)
      await expect.poll(() => again.count(), { timeout: 3000 }).toBeLessThan(missing)
    }).toPass({ timeout: 30_000 })
  }
}

/** The message may have been about another module, and the step may succeed without it. */
const comes = (what: Locator) =>
  what.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  )

/** Loses every request for `path` until the page shows a message. Then its own button must help. */
async function walkWithout(page: Page, path: string, steps: Step[]) {
  // Routes would disable the browser's cache, so this uses the DevTools protocol.
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const lose = (...urls: string[]) => network.send('Network.setBlockedURLs', { urls })
  await lose(`*${path}`)
  const counted = { asked: 0, lost: 0 }
  const count = (what: keyof typeof counted) => (request: { url(): string }) => {
    if (new URL(request.url()).pathname === path) counted[what]++
  }
  const [noteAsked, noteLost] = [count('asked'), count('lost')]
  page.on('request', noteAsked).on('requestfailed', noteLost)
  const againIn = (place: Locator) => place.getByRole('button', { name: /^(Try again|Retry)$/ })

  for (const { act, again, reached } of steps) {
    await act(page)
    // A message behind a dialog can wait.
    const dialog = page.locator('dialog[open]')
    const place = (await dialog.count()) > 0 ? dialog.last() : page.locator('body')
    const said = place.getByText(lostWords)
    // The page may have reloaded by itself, and what was typed is gone then.
    if (!(await comes(reached(page).or(said).first()))) await act(page)
    await expect(reached(page).or(said).first()).toBeVisible()
    if (await reached(page).isVisible()) continue
    await lose()
    await pressAll(againIn(place))
    // The button may have reloaded the page.
    for (let tries = 0; tries < 4 && !(await comes(reached(page))); tries++) await (again ?? act)(page)
    await expect(reached(page)).toBeVisible()
  }
  // A module that is only preloaded may not have been requested yet.
  if (counted.asked > 0) await expect.poll(() => counted.lost).toBeGreaterThan(0)
  page.off('request', noteAsked).off('requestfailed', noteLost)
  await lose()
  // A module that is missing behind a dialog is requested when it is in view again.
  const dialog = page.locator('dialog[open]')
  for (let open = await dialog.count(); open > 0; open--) {
    await dialog.last().getByRole('button', { name: 'Close', exact: true }).first().click()
    await expect(dialog).toHaveCount(open - 1)
  }
  // A part outside the dialogs can have failed too.
  const left = againIn(page.locator('body'))
  // On a slow machine, a part that the page loads when it is idle fails only now.
  await expect(async () => {
    await pressAll(left)
    await expect(left).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await network.detach()
}

test.describe.configure({ mode: 'serial', timeout: 240_000 })

/**
 * The modules that were met, stored in a file, because Playwright starts a new worker after a failure, and a retry starts from the
 * beginning.
 */
const met = {
  file: () => join(test.info().project.outputDir, `parts-${test.info().project.name}-${test.info().retry}.txt`),
  read: async () => (existsSync(met.file()) ? (await readFile(met.file(), 'utf8')).split('\n').filter(Boolean) : []),
  async add(name: string) {
    await mkdir(test.info().project.outputDir, { recursive: true })
    await appendFile(met.file(), `${name}\n`)
  },
}

/**
 * For each walk, loses one module that no earlier walk has loaded. `npm run proof` takes every walk and loses each of its modules,
 * or for a walk whose calls are limited, each that no earlier walk has loaded.
 */
async function tryWithoutEach(page: Page, steps: Step[], isLimited = false) {
  if (process.env.PROOF) test.setTimeout(900_000)
  const known = await met.read()
  const parts = await partsOnTheWay(page, steps)
  const first = parts.filter(({ name }) => !known.includes(name))
  for (const { name } of first) await met.add(name)
  for (const { name, path } of process.env.PROOF ? (isLimited ? first : parts) : first.slice(-1))
    await test.step(`without ${name}`, () => walkWithout(page, path, steps))
}

test.describe(() => {
  test.use(ownPlace())

  for (const [name, steps] of inTurn(Object.entries(publicWays), 1, 12))
    test(`on the way to ${name}, a part that does not come is told and asked for again`, async ({ page }) => {
      const clear = { act: () => page.context().clearCookies(), reached: (page: Page) => page.locator('html') }
      await tryWithoutEach(page, [clear, ...steps])
    })
})

for (const [name, stepsTo] of inTurn(Object.entries(signedInWays), 1, 12))
  test(`on the way to ${name}, a part that does not come is told and asked for again`, async ({ page, request }) => {
    const [admin, driver] = [await staff('Amelia Hart'), await staff('Miguel Santos')]
    const delivery = await aDelivery(admin, nameHere('Petra Parts'), { pharmacist: driver, status: 'in_progress' })
    await admin.enter(page, '/dashboard')
    const given = { delivery: delivery.id, patient: delivery.patient_id, tenant: admin.user.tenant_id }
    await tryWithoutEach(page, await stepsTo({ ...given, admin, request }), name === 'an audit')
  })

test('what parts share and how they look is asked for again as well', { tag: '@proof' }, async ({ page }) => {
  const steps = (publicWays['a forgotten password'] ?? []).slice(0, 1)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  await partsOnTheWay(page, steps)
  const own = await pathsOfEntry()
  const files = [...asked].filter((path) => /\.(js|css)$/.test(path) && !own.includes(path))
  expect(files.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(0)
  for (const path of files) await test.step(`without ${path}`, () => walkWithout(page, path, steps))
})

test.describe(() => {
  test.use(ownPlace())

  /**
   * Opens the login page while the first `times` requests for its module fail. Returns running counts of page loads and lost
   * requests.
   */
  async function openingsWithout(page: Page, times: number) {
    const counted = { openings: 0, lost: 0 }
    page.on('domcontentloaded', () => {
      counted.openings += 1
    })
    await page.route('**/assets/public-*.js', async (route) => {
      if (counted.lost === times) return route.continue()
      counted.lost += 1
      await route.abort()
    })
    await page.goto('/login')
    return counted
  }

  test('a module that is lost on its way is asked for again unseen', async ({ page }) => {
    const counted = await openingsWithout(page, 1)
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    expect(counted).toEqual({ openings: 2, lost: 1 })
  })

  test('a form that lacks a part says so, with what asks for the part once more', async ({ page }) => {
    await page.goto('/forgot-password')
    await expect(labelled('Email')(page)).toBeVisible()
    await page.route('**/assets/transport-*.js', (route) => route.abort())
    // A page that has reloaded once does not reload again by itself.
    await page.reload()
    const send = button('Send reset link')(page)
    await labelled('Email')(page).fill('nobody@demo.carelane.example')
    await send.click()
    await expect(page.getByRole('alert').getByText(lostWords)).toBeVisible()
    await page.unrouteAll()
    // The button reloads the page, so earlier input is gone.
    await Promise.all([page.waitForEvent('load'), button('Try again')(page).click()])
    await labelled('Email')(page).fill('nobody@demo.carelane.example')
    await send.click()
    await expect(page.getByText('If your email is registered')).toBeVisible()
  })

  test('and where that does not help, the page comes to rest and says so', async ({ page }) => {
    const counted = await openingsWithout(page, Number.POSITIVE_INFINITY)
    await expect(page.getByText('This part of Carelane could not be loaded.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(counted.openings).toBe(2)
  })
})

test('every part of the build is on one of these ways', { tag: '@proof' }, async () => {
  const all = (await partsOfBuild()).map(({ name }) => name)
  expect([...new Set(await met.read())].sort()).toEqual(all.sort())
})
