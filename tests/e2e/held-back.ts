import type { Page } from '@playwright/test'

/** Keeps the next answer of `path` back; what it returns lets it go. */
export async function holdBack(page: Page, path: string) {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, (route) => gone.then(() => route.continue()), { times: 1 })
  return letGo
}
