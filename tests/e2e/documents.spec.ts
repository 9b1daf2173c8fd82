import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { addressesElsewhere } from '#tests/support/addresses-elsewhere.ts'
import { pageNamesOf } from '../bench/web-weight.ts'
import { installPageDriver } from './page-driver.ts'
import { signIn } from './support.ts'
import { test } from './watched-test.ts'

test('a remembered page can only be one of this app', { tag: ['@proof', '@only-desk'] }, async ({ page }) => {
  await page.addInitScript(installPageDriver)
  await signIn(page, 'Amelia Hart')
  const landed = await page.evaluate(async (remembered) => {
    const places: string[] = []
    for (const from of remembered) {
      window.driver.open('/login', { from })
      while (location.pathname === '/login') await new Promise(requestAnimationFrame)
      await window.driver.read('Welcome back')
      places.push(location.href)
    }
    return places
  }, addressesElsewhere)
  expect(landed).toEqual(addressesElsewhere.map(() => new URL('/dashboard', page.url()).href))
})

test('every document and every response names the release', { tag: '@only-desk' }, async ({ page, request }) => {
  await page.goto('/login')
  const release = await page.locator('meta[name=release]').getAttribute('content')
  expect(release).toMatch(/^[0-9a-f]{12}$/)
  const paths = [
    '/login',
    '/config.json',
    '/favicon.svg',
    '/assets/none.js',
    '/api/auth/me',
    '/api/auth/none',
    '/api/products',
  ]
  for (const path of paths) expect([path, (await request.get(path)).headers()['x-release']]).toEqual([path, release])
})

test('every document has a content security policy', { tag: '@only-desk' }, async ({ request }) => {
  const pages = await pageNamesOf(fileURLToPath(new URL('../../web/dist', import.meta.url)))
  const documents = [...pages.map((page) => `/documents/${page}.html`), '/', '/nowhere', '/index.html', '/config.json']
  for (const path of documents) {
    const headers = (await request.get(path)).headers()
    expect([path, headers]).toEqual([
      path,
      expect.objectContaining({
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      }),
    ])
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/)
    expect(/script-src [^;]*/.exec(headers['content-security-policy'] ?? '')?.[0]).not.toContain('unsafe')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})
