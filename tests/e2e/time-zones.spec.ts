import { expect, type Page } from '@playwright/test'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { enter, test } from './own-clock.ts'

const organisationZone = 'Pacific/Auckland'
const days = /\d{1,2}:\d{2}\s[AP]M|\d{1,2}\/\d{1,2}\/\d{4}|[A-Z][a-z]{2} \d{1,2}, \d{4}/g

/**
 * Returns the distinct days and times on a loaded page, also in folded parts. Duplicates are dropped, because each visit adds an
 * entry to `Who viewed this`, and the results of two visits are compared.
 */
async function timesOn(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [data-waiting]')).toHaveCount(0)
  return [...new Set((await page.locator('main').textContent())?.match(days))].toSorted()
}

test('dates and times are in the organization’s time zone on every page, wherever the browser is', {
  tag: '@proof',
}, async ({ browser, at }) => {
  const { app, pharmacy } = at
  await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { time_zone: organisationZone } }))
  const delivery_date = dayIn(organisationZone, app.clock.now)
  const { id, patient_id } = await aDelivery(app, pharmacy, { status: 'delivered', delivery_date })
  const paths = [
    ...['/pharmacy/delivery', `/pharmacy/delivery/${id}`, `/pharmacy/patients/${patient_id}`],
    ...['/admin/activity', '/admin/users', '/account'],
  ]
  const shown = async (timezoneId: string) => {
    const context = await browser.newContext({ timezoneId })
    await context.clock.install({ time: app.clock.now })
    const times = new Map<string, string[]>()
    for (const path of paths) {
      const page = await enter(context, at, path)
      times.set(path, await timesOn(page))
      await page.close()
    }
    await context.close()
    return times
  }
  const there = await shown(organisationZone)
  for (const [path, times] of there) expect([path, times]).not.toEqual([path, []])
  expect(await shown('America/Los_Angeles')).toEqual(there)
})
