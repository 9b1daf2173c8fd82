import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { aDelivery, signInStaff } from './deliveries-staff.ts'
import {
  button,
  fieldLabelled,
  lostPartMessagePattern,
  publicWalks,
  searchFor,
  signedInWalks,
  type WalkStep,
} from './lost-parts-walks.ts'
import { nameHere } from './new-names.ts'
import { withOwnIpAddress } from './support.ts'
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

/** Returns the paths of the entry file and its imports. Without these files no code runs that could show a message. */
async function pathsOfEntry() {
  const chunks = await chunksOfBuild()
  return ['index.html', ...(chunks['index.html']?.imports ?? [])].map((name) => `/${chunks[name]?.file}`)
}

/** Returns the modules that the build loads on demand, with the paths of their files. */
async function partsOfBuild() {
  const chunks = await chunksOfBuild()
  const names = new Set(Object.values(chunks).flatMap(({ dynamicImports = [] }) => dynamicImports))
  return Array.from(names, (name) => ({ name, path: `/${chunks[name]?.file}` }))
}

/** Takes the steps of a walk, and returns those modules loaded on demand that the page requests on the way. */
async function partsOnTheWay(page: Page, steps: WalkStep[]) {
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

/** Returns the retry buttons that a user can press: those of the last dialog, or without a dialog those of the page. */
async function retryButtons(page: Page) {
  const dialog = page.locator('dialog[open]')
  const place = (await dialog.count()) > 0 ? dialog.last() : page.locator('body')
  return place.getByRole('button', { name: /^(Try again|Retry)$/ })
}

/** Presses the retry buttons until none is left. Each missing module has one, which disappears once the module has loaded. */
async function pressAll(page: Page) {
  const countButtons = async () => (await retryButtons(page)).count()
  for (let missing = await countButtons(); missing > 0; missing = await countButtons()) {
    await expect(async () => {
      const buttons = await retryButtons(page)
      // The page may have continued meanwhile.
      await buttons
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined)
      await expect.poll(countButtons, { timeout: 3000 }).toBeLessThan(missing)
    }).toPass({ timeout: 30_000 })
  }
}

/** Returns whether the element appears within three seconds. */
const comes = (what: Locator) =>
  what.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  )

/**
 * Takes the steps while every request for `path` is lost, until the page shows a message. From then on requests get through, and
 * the button of the message must help.
 */
async function walkWithout(page: Page, path: string, steps: WalkStep[]) {
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

  for (const { act, again, reached } of steps) {
    await act(page)
    // While a dialog is open, only its own messages count, because the page behind it cannot be used.
    const dialog = page.locator('dialog[open]')
    const place = (await dialog.count()) > 0 ? dialog.last() : page.locator('body')
    const said = place.getByText(lostPartMessagePattern)
    // The page may have reloaded by itself, and what was typed is gone then.
    if (!(await comes(reached(page).or(said).first()))) await act(page)
    await expect(reached(page).or(said).first()).toBeVisible()
    if (await reached(page).isVisible()) continue
    await lose()
    await pressAll(page)
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
  await expect(async () => {
    // The page may have reloaded by itself meanwhile, or may open another dialog.
    while ((await dialog.count()) > 0)
      await dialog.last().getByRole('button', { name: 'Close', exact: true }).first().click({ timeout: 2000 })
    await expect(dialog).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  // A part outside the dialogs can have failed too. An open menu may cover its button.
  await page.keyboard.press('Escape')
  // On a slow machine, a part that the page loads when it is idle fails only now.
  await expect(async () => {
    await pressAll(page)
    await expect(await retryButtons(page)).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await network.detach()
}

test.describe.configure({ mode: 'serial', timeout: 240_000 })

/**
 * The modules that earlier walks have requested. Their names are stored in a file, because Playwright starts a new worker after a
 * failure. Each retry has a file of its own, because it begins with the first walk again.
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
 * Takes a walk, and then takes it again without one of its modules that no earlier walk has requested, if there is one. In `npm run
 * proof` it takes the walk again for each of its modules, or, if `isLimited`, for each that no earlier walk has requested.
 * `isLimited` is set for a walk whose calls are limited.
 */
async function tryWithoutEach(page: Page, steps: WalkStep[], isLimited = false) {
  if (process.env.PROOF) test.setTimeout(900_000)
  const known = await met.read()
  const parts = await partsOnTheWay(page, steps)
  const first = parts.filter(({ name }) => !known.includes(name))
  for (const { name } of first) await met.add(name)
  for (const { name, path } of process.env.PROOF ? (isLimited ? first : parts) : first.slice(-1))
    await test.step(`without ${name}`, () => walkWithout(page, path, steps))
}

test.describe(() => {
  test.use(withOwnIpAddress())

  for (const [name, steps] of sampleUnlessProof(Object.entries(publicWalks), 1, 12))
    test(`on the way to ${name}, a part that does not come is told and asked for again`, async ({ page }) => {
      const clear = { act: () => page.context().clearCookies(), reached: (page: Page) => page.locator('html') }
      await tryWithoutEach(page, [clear, ...steps])
    })
})

for (const [name, stepsTo] of sampleUnlessProof(Object.entries(signedInWalks), 1, 12))
  test(`on the way to ${name}, a part that does not come is told and asked for again`, async ({ page, request }) => {
    const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
    const delivery = await aDelivery(admin, nameHere('Petra Parts'), { pharmacist: driver, status: 'in_progress' })
    await admin.enter(page, '/dashboard')
    const given = { delivery: delivery.id, patient: delivery.patient_id, tenant: admin.user.tenant_id }
    await tryWithoutEach(page, await stepsTo({ ...given, admin, request }), name === 'an audit')
  })

test('what parts share and how they look is asked for again as well', { tag: '@proof' }, async ({ page }) => {
  const steps = (publicWalks['a forgotten password'] ?? []).slice(0, 1)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  await partsOnTheWay(page, steps)
  const own = await pathsOfEntry()
  const files = [...asked].filter((path) => /\.(js|css)$/.test(path) && !own.includes(path))
  expect(files.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(0)
  for (const path of files) await test.step(`without ${path}`, () => walkWithout(page, path, steps))
})

test.describe(() => {
  test.use(withOwnIpAddress())

  /**
   * Opens the login page while the first `times` requests for its module fail, and waits until the page has reloaded itself.
   * Returns running counts of page loads and lost requests.
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
    // Wait for the reload without a call of Playwright that runs code in the page. The browser would take such a call for a gesture
    // of the user, after which `load-part.ts` no longer reloads the page by itself.
    await expect.poll(() => counted.openings).toBe(2)
    return counted
  }

  test('a module that is lost on its way is asked for again unseen', async ({ page }) => {
    const counted = await openingsWithout(page, 1)
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    expect(counted).toEqual({ openings: 2, lost: 1 })
  })

  test('a form that lacks a part says so, with what asks for the part once more', async ({ page }) => {
    await page.goto('/forgot-password')
    await expect(fieldLabelled('Email')(page)).toBeVisible()
    await page.route('**/assets/transport-*.js', (route) => route.abort())
    // A page that has reloaded once does not reload again by itself.
    await page.reload()
    const send = button('Send reset link')(page)
    await fieldLabelled('Email')(page).fill('nobody@demo.carelane.example')
    await send.click()
    await expect(page.getByRole('alert').getByText(lostPartMessagePattern)).toBeVisible()
    await page.unrouteAll()
    // The button reloads the page, so earlier input is gone.
    await Promise.all([page.waitForEvent('load'), button('Try again')(page).click()])
    await fieldLabelled('Email')(page).fill('nobody@demo.carelane.example')
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

test('a search that lacks a part says so and keeps its text, however often it is changed', async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  await page.route('**/assets/transport-*.js', (route) => route.abort())
  // A page that has reloaded once does not reload again by itself.
  await page.reload()
  await searchFor(page, 'Adam')
  const field = page.getByRole('combobox', { name: /^Search patients/ })
  await expect(page.getByText('Failed to search')).toBeVisible()
  await field.pressSequentially('son')
  await expect(page.getByText('Searching...')).toBeVisible()
  await expect(page.getByText('Failed to search')).toBeVisible()
  await expect(field).toHaveValue('Adamson')
  await page.unrouteAll()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Retry' }).first().click()])
})

for (const [part, label] of [
  ['features/exports/collect-lines.ts', 'Export CSV'],
  ['features/record/make-record.ts', 'Export record'],
] as const)
  test(`${label} says that the module which makes the file did not come, and asks for it again`, {
    tag: '@proof',
  }, async ({ page }) => {
    const admin = await signInStaff('Amelia Hart')
    const { patient_id } = await aDelivery(admin, nameHere('Felix File'))
    await admin.enter(page, `/pharmacy/patients/${patient_id}`)
    if (label === 'Export CSV') await page.goto('/pharmacy/delivery')
    const path = (await partsOfBuild()).find(({ name }) => name === part)?.path
    await page.route(`**${path}`, (route) => route.abort())
    await button(label)(page).click()
    await expect(page.getByText(/^Failed to export/).first()).toBeVisible()
    await page.unrouteAll()
    // The button reloads the page, and pressing it then makes the file.
    await Promise.all([page.waitForEvent('load'), button(label)(page).click()])
    await Promise.all([page.waitForEvent('download'), button(label)(page).click()])
    await met.add(part)
  })

test('every part of the build is on one of these ways', { tag: '@proof' }, async () => {
  const all = (await partsOfBuild()).map(({ name }) => name)
  expect([...new Set(await met.read())].sort()).toEqual(all.sort())
})
