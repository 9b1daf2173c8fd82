import type { Page } from '@playwright/test'

/**
 * Makes the page's session seem older than five minutes: calls to addresses that match are refused, as the server would refuse
 * them, unless they carry a confirmation. `address` must not match the calls that make a confirmation.
 */
export const makeSessionOld = (page: Page, address: RegExp) =>
  page.route(address, (route) =>
    route.request().headers()['x-confirmation'] === undefined
      ? route.fulfill({ status: 403, json: { detail: 'Confirm that it is you' } })
      : route.fallback(),
  )
