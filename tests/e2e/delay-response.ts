import type { Page } from '@playwright/test'

/** Holds back the next request to `path`, so that its response is late. Returns a function that lets the request go on. */
export async function delayResponse(page: Page, path: string) {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, (route) => gone.then(() => route.continue()), { times: 1 })
  return letGo
}
