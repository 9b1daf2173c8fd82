import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { documentPath } from '#shared/api/document-path.ts'

// Not watched as our own pages are: what stands here, with its live regions, is Swagger UI's, which takes its time as well.
test.use({ actionTimeout: 40_000 })

/** Opens the description of the completion. */
async function openCompletion(page: Page) {
  await page.goto('/docs')
  await page.locator('#operations-tag-deliveries').click()
  await page.getByRole('button', { name: /PATCH.*\/completion/ }).click()
  await expect(page.getByText('delivery_photo_key').first()).toBeVisible()
}

test('the API is read at /docs, by whoever comes, and nothing is asked outside', { tag: '@proof' }, async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) elsewhere.push(request.url())
  })
  await openCompletion(page)
  await expect(page.getByRole('heading', { name: /^Carelane/ })).toBeVisible()
  await expect(page.getByText('Complete a delivery at the door').first()).toBeVisible()
  expect(elsewhere).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the page fits the window and axe finds nothing, when it is ${colorScheme}`, { tag: '@proof' }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await openCompletion(page)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    const room = await page.evaluate(() => window.innerWidth - document.documentElement.scrollWidth)
    expect(room).toBeGreaterThanOrEqual(0)
  })

test('the document may be kept for five minutes, and is not sent again to whoever has it', async ({ request }) => {
  const first = await request.get(documentPath)
  expect(first.headers()['cache-control']).toBe('public, max-age=300')
  expect(await first.json()).toMatchObject({ openapi: '3.1.0' })
  const again = await request.get(documentPath, { headers: { 'if-none-match': first.headers().etag ?? '' } })
  expect(again.status()).toBe(304)
})
