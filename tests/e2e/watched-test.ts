import { type BrowserContext, expect, test as plain } from '@playwright/test'
import { noteFocus, watchFocus } from './watched-focus.ts'
import { bornWithWordsComplaint, watchLiveRegions } from './watched-regions.ts'

const faultTexts = ['Content Security Policy', bornWithWordsComplaint]

/**
 * Playwright's `test`, but each test also fails if, in any of its windows, the security policy is violated, an error is not caught,
 * no element has the focus after an action, or a live region is added together with its text.
 */
export const test = plain.extend<{ watched: undefined }>({
  watched: [
    async ({ browser, context }, use) => {
      const faults: string[] = []
      const watch = async (opened: BrowserContext) => {
        opened.on('weberror', (fault) => faults.push(fault.error().message))
        opened.on('console', (message) => {
          const text = message.text()
          if (faultTexts.some((fault) => text.includes(fault))) faults.push(text)
        })
        opened.on('page', watchFocus)
        await opened.addInitScript(noteFocus)
        await opened.addInitScript(watchLiveRegions, bornWithWordsComplaint)
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
