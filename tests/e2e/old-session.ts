import type { Page } from '@playwright/test'

/**
 * The page's session is older than five minutes, which no test waits for: calls to these addresses are refused as the server refuses
 * them then. What carries a confirmation goes on to the server, and so does what makes one.
 */
export const oldSession = (page: Page, address: RegExp) =>
  page.route(address, (route) =>
    route.request().headers()['x-confirmation'] === undefined
      ? route.fulfill({ status: 403, json: { detail: 'Confirm that it is you' } })
      : route.fallback(),
  )
