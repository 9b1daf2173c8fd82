import { expect } from '@playwright/test'
import { openApiPath } from '#shared/api/document-path.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { test } from './watched-test.ts'

test('anyone can read the API reference at /docs, which calls no other site', { tag: '@proof' }, async ({
  page,
  baseURL,
}) => {
  // The accessibility of a page with every call and schema takes most of a minute to check.
  test.slow()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) elsewhere.push(request.url())
  })
  await page.goto('/docs')
  await expect(page.getByRole('heading', { name: /^Carelane/ })).toBeVisible()
  await page.getByText('Complete a delivery at the door').click()
  await expect(page.getByText('Upload a larger photo first')).toBeVisible()
  await expectGoodScreen(page, 'Upload a larger photo first')
  await page.getByRole('link', { name: 'Completion', exact: true }).first().click()
  await expect(page.locator('#Completion')).toContainText('delivery_photo_key')
  await expectGoodScreen(page, 'delivery_photo_key')
  expect(elsewhere).toEqual([])
})

test('the page contains every call and schema of the document and opens links to them', async ({ page, request }) => {
  const document = await (await request.get(openApiPath)).json()
  const calls = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  await page.goto('/docs#Completion')
  await expect(page.locator('#Completion')).toBeInViewport()
  await expect(page.locator('#key')).toContainText('key (bearer): ')
  const ids = await page.locator('details > [id]').evaluateAll((parts) => parts.map(({ id }) => id))
  expect(ids.toSorted()).toEqual([...calls, ...Object.keys(document.components.schemas)].toSorted())
})

test('loading the document can be retried', { tag: '@proof' }, async ({ page }) => {
  await page.route(openApiPath, (route) => route.abort())
  await page.goto('/docs')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.unroute(openApiPath)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: /^Carelane/ })).toBeVisible()
})

test('the document is cached for five minutes and not sent again unless changed', async ({ request }) => {
  const first = await request.get(openApiPath)
  expect(first.headers()['cache-control']).toBe('public, max-age=300')
  expect(await first.json()).toMatchObject({ openapi: '3.1.0' })
  const again = await request.get(openApiPath, { headers: { 'if-none-match': first.headers().etag ?? '' } })
  expect(again.status()).toBe(304)
})
