import { type BrowserContext, expect, test as plain } from '@playwright/test'
import { noteFocus, watchFocus } from './watched-focus.ts'
import { bornWithWordsComplaint, watchRegions } from './watched-regions.ts'

/**
 * Makes every test fail, in any window, on a violation of the security policy, an uncaught error, an action after which no element
 * has the focus, and a live region that is added together with its text.
 */
export const test = plain.extend<{ watched: undefined }>({
  watched: [
    async ({ browser, context }, use) => {
      const faults: string[] = []
      const watch = async (opened: BrowserContext) => {
        opened.on('weberror', (fault) => faults.push(fault.error().message))
        opened.on('console', (message) => {
          const text = message.text()
          if (text.includes('Content Security Policy') || text.startsWith(bornWithWordsComplaint)) faults.push(text)
        })
        opened.on('page', watchFocus)
        await opened.addInitScript(noteFocus)
        await opened.addInitScript(watchRegions, bornWithWordsComplaint)
      }
      const watchOther = (opened: BrowserContext) => void watch(opened)
      await watch(context)
      browser.on('context', watchOther)
      await use(undefined)
      // A poll may still be in a route handler of the test, which must not fail when the page closes.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      browser.off('context', watchOther)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
