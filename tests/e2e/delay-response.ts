import type { Page } from '@playwright/test'

/**
 * Holds back the next requests to `path`, so that their responses are late: one, or `times`. Returns a function that lets them go on.
 */
export async function delayResponse(page: Page, path: string, times = 1) {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, (route) => gone.then(() => route.continue()), { times })
  return letGo
}
