import type { CDPSession, Page } from '@playwright/test'

/** An element by its CSS selector, and a pattern that its text must match, if any. */
export interface AwaitedElement {
  element: string
  says?: RegExp
}

/** How long the script waits for the element, in milliseconds. After that, the measurement fails. */
const patienceMs = 60_000

/**
 * Returns a script for the page. Its promise `globalThis.shown` resolves to the milliseconds from the start of the navigation until
 * the element appears. The script looks for it in every animation frame, while Playwright itself does so only twice a second.
 */
export const watchScriptFor = ({ element, says = /(?:)/ }: AwaitedElement) => ({
  content: `globalThis.shown = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(location + ' does not show ' + ${says})), ${patienceMs})
    const isShown = (one) => ${says}.test(one.textContent) && one.checkVisibility()
    const look = () => {
      if ([...document.querySelectorAll(${JSON.stringify(element)})].some(isShown)) resolve(performance.now())
      else requestAnimationFrame(look)
    }
    look()
  })`,
})

/** Opens the address and returns after how many milliseconds the page showed the watched element. */
export async function openUntilShown(page: Page, devtools: CDPSession, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  // Wait through DevTools, because Playwright's `evaluate` makes the page parse a script first, which takes time on a slowed-down
  // processor.
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
    expression: 'globalThis.shown',
    awaitPromise: true,
  })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
  return Number(result.value)
}
