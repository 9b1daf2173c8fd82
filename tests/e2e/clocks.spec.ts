import { type BrowserContext, expect } from '@playwright/test'
import { readDeviceKey } from '#shared/api/sessions.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { aDelivery, hasPathOf, signInStaff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'
import { signIn } from './support.ts'
import { test } from './watched-test.ts'

const minuteMs = 60_000

/**
 * Signs in and opens the dashboard, the list and a delivery on a device whose clock is wrong by `wrongByMs`. Returns the calls that
 * the pages make, sorted.
 */
async function callsOfADay(context: BrowserContext, wrongByMs: number, deliveryId: string) {
  const page = await context.newPage()
  await page.clock.install({ time: Date.now() + wrongByMs })
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  // A call that a page makes when it is idle is repeated by the next page if it was interrupted, whatever the clock.
  const isIdle = () => page.waitForLoadState('networkidle')
  const keyReceived = page.waitForResponse((response) => hasPathOf(new URL(response.url()), readDeviceKey))
  await signIn(page, 'Amelia Hart')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  await keyReceived
  await isIdle()
  await page.goto('/pharmacy/delivery')
  await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()
  await isIdle()
  await page.goto(`/pharmacy/delivery/${deliveryId}`)
  await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Who viewed this' })).toBeVisible()
  await isIdle()
  await page.getByRole('link', { name: 'Back to deliveries' }).click()
  await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()
  await isIdle()
  await context.close()
  return calls.sort()
}

test(
  'a device clock that is minutes or a day off causes no extra calls',
  { tag: '@proof' },
  async ({ browser }, { project }) => {
    test.slow()
    const { id } = await aDelivery(await signInStaff('Amelia Hart'), nameHere('Claus Clock'))
    const { baseURL = '', viewport = null } = project.use
    const callsAt = async (minutes: number) =>
      callsOfADay(await browser.newContext({ baseURL, viewport }), minutes * minuteMs, id)
    const right = await callsAt(0)
    expect(right).not.toContain('POST /api/auth/refresh')
    expect(right.filter((made) => made === 'POST /api/auth/device-key')).toHaveLength(1)
    for (const minutes of sampleUnlessProof([20, -20, -24 * 60, 24 * 60], 0, 2))
      expect([minutes, await callsAt(minutes)]).toEqual([minutes, right])
  },
)
