import type { Page } from '@playwright/test'

/** Delays the next response to `path`. Returns a function that releases it. */
export async function delayResponse(page: Page, path: string) {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, (route) => gone.then(() => route.continue()), { times: 1 })
  return letGo
}
