import { type BrowserContext, expect, test as plain } from '@playwright/test'
import { noteFocus, watchFocus } from './watched-focus.ts'
import { bornWithWords, watchRegions } from './watched-regions.ts'

/**
 * Every test fails, in whichever window it happens, on what the pages' security policy stops, on an error that nobody caught,
 * on an action after which nothing has the focus, and on a live region that is born with words in it.
 */
export const test = plain.extend<{ watched: undefined }>({
  watched: [
    async ({ browser, context }, use) => {
      const faults: string[] = []
      const watch = async (opened: BrowserContext) => {
        opened.on('weberror', (fault) => faults.push(fault.error().message))
        opened.on('console', (message) => {
          const text = message.text()
          if (text.includes('Content Security Policy') || text.startsWith(bornWithWords)) faults.push(text)
        })
        opened.on('page', watchFocus)
        await opened.addInitScript(noteFocus)
        await opened.addInitScript(watchRegions, bornWithWords)
      }
      const watchOther = (opened: BrowserContext) => void watch(opened)
      await watch(context)
      browser.on('context', watchOther)
      await use(undefined)
      // A poll may still be on its way through a test's route, and its handler must not fail because the page is closed.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      browser.off('context', watchOther)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
