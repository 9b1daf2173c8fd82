import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { aDelivery, signInStaff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'
import { withOwnIpAddress } from './support.ts'
import { test } from './watched-test.ts'

const lost = 'Failed to load this part of Carelane.'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Returns the path of the file into which the build has put a module. */
async function pathInBuild(module: string): Promise<string> {
  const manifest = new URL('../../web/dist/.vite/manifest.json', import.meta.url)
  const chunks: Record<string, { file: string }> = JSON.parse(await readFile(manifest, 'utf8'))
  return `/${chunks[module]?.file}`
}

test.describe('a visitor', () => {
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

  test('and where that does not help, the page comes to rest and says so', async ({ page }) => {
    const counted = await openingsWithout(page, Number.POSITIVE_INFINITY)
    await expect(page.getByText(lost)).toBeVisible()
    await expect(button(page, 'Try again')).toBeVisible()
    expect(counted.openings).toBe(2)
  })
})

test('a screen whose module did not arrive says so, and opens once the module is there', async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  await page.route('**/assets/roles-*.js', (route) => route.abort())
  await page.locator('main a[href="/admin/roles"]').click()
  await expect(page.getByRole('alert').getByText(lost)).toBeVisible()
  await page.unrouteAll()
  await Promise.all([page.waitForEvent('load'), button(page, 'Try again').click()])
  await expect(button(page, 'Create Role')).toBeVisible()
})

test('a search that lacks a part says so and keeps its text, however often it is changed', async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  await page.route('**/assets/transport-*.js', (route) => route.abort())
  // A page that has reloaded once does not reload again by itself.
  await page.reload()
  const field = page.getByRole('combobox', { name: /^Search patients/ })
  await field.fill('Adam')
  await expect(page.getByText('Failed to search')).toBeVisible()
  await field.pressSequentially('son')
  await expect(page.getByText('Searching...')).toBeVisible()
  await expect(page.getByText('Failed to search')).toBeVisible()
  await expect(field).toHaveValue('Adamson')
  await page.unrouteAll()
  await Promise.all([page.waitForEvent('load'), button(page, 'Retry').first().click()])
})

test('an export says that the module which makes the file did not come, and asks for it again', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const { patient_id } = await aDelivery(admin, nameHere('Felix File'))
  await admin.enter(page, `/pharmacy/patients/${patient_id}`)
  const path = await pathInBuild('features/record/make-record.ts')
  await page.route(`**${path}`, (route) => route.abort())
  await button(page, 'Export record').click()
  await expect(page.getByText(/^Failed to export/).first()).toBeVisible()
  await page.unrouteAll()
  // The button reloads the page, and pressing it then makes the file.
  await Promise.all([page.waitForEvent('load'), button(page, 'Export record').click()])
  await Promise.all([page.waitForEvent('download'), button(page, 'Export record').click()])
})
