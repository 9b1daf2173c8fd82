import type { CDPSession, Page } from '@playwright/test'

/** An element by its CSS selector, which says something. */
export interface Sight {
  element: string
  says?: RegExp
}

/** A page that does not show by then never will. */
const patienceMs = 60_000

/**
 * Has a page tell, by the promise `globalThis.shown`, how many milliseconds after its navigation began it shows something. It looks once
 * a frame: Playwright's own waiting comes to look twice a second only.
 */
export const watchFor = ({ element, says = /(?:)/ }: Sight) => ({
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

/** Opens the address, and answers how many milliseconds later the page showed what it was told to watch for. */
export async function open(page: Page, devtools: CDPSession, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  // Playwright's own `evaluate` has the page read a script first, by a processor that is slowed down.
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
    expression: 'globalThis.shown',
    awaitPromise: true,
  })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
  return Number(result.value)
}
