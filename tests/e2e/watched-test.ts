import { type BrowserContext, expect, test as plain } from '@playwright/test'

/** Every test fails on what the pages' security policy stops, and on an error that nobody caught, in whichever window it happens. */
export const test = plain.extend<{ watched: undefined }>({
  watched: [
    async ({ browser, context }, use) => {
      const faults: string[] = []
      const watch = (opened: BrowserContext) => {
        opened.on('weberror', (fault) => faults.push(fault.error().message))
        opened.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) faults.push(message.text())
        })
      }
      watch(context)
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
