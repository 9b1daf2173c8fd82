import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { hashPassword } from '#functions/security/passwords.ts'
import { type Organisation, openTestApp, type Person, type TestApp } from '#tests/support/test-app.ts'
import { test as watched } from './watched-test.ts'

export const password = 'Sturdy-Bridge-77'
const folder = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface OwnProduct {
  app: TestApp
  pharmacy: Organisation
  /** An administrator who also delivers and signs in with a password. */
  person: Person
}

/**
 * Gives each test a product of its own (`at`). The product's clock and the browser's begin at the same time, and the test moves
 * both.
 */
export const test = watched.extend<{ at: OwnProduct }>({
  at: async ({ context }, use) => {
    const app = await openTestApp({ web: { kind: 'build', folder }, smsIdentity: '+18005550100' })
    const pharmacy = await app.createPharmacy()
    const roles = pharmacy.pharmacist.user.roles
    const password_hash = await hashPassword(password)
    const person = await app.join(pharmacy.tenant, {
      email: 'avery@pharmacy.example',
      roles,
      is_tenant_admin: true,
      password_hash,
    })
    await context.clock.install({ time: app.clock.now })
    await use({ app, pharmacy, person })
    await app.close()
  },
})

/** Returns the URL of a page of the test's own product. */
export const addressOf = ({ app }: OwnProduct, path: string) =>
  app.gateway.address.replace('127.0.0.1', 'localhost') + path

/** Opens a page of the test's own product in a new tab, in which `at.person` is signed in. */
export async function enter(context: BrowserContext, at: OwnProduct, path: string) {
  const { token, refreshToken } = at.person
  const url = addressOf(at, '')
  await context.addCookies([
    { name: 'access_token', value: token, url },
    { name: 'refresh_token', value: refreshToken, url },
  ])
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}
