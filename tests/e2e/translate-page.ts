import { expect, type Page } from '@playwright/test'

/**
 * Translates every page as Chrome and Google Translate do: each text is replaced with a new one in two elements, again whenever the
 * page changes. The translation adds a blank without width to each text, so that other tests' helpers find it.
 */
export const translatePages = (page: Page) =>
  page.addInitScript(() => {
    const mark = '\u200b'
    const untouched = 'font, script, style, noscript, textarea, svg, [translate="no"]'
    const isDue = (text: Text) =>
      text.data.trim() !== '' && !text.data.endsWith(mark) && !text.parentElement?.closest(untouched)
    const texts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) found.push(walker.currentNode)
      return found.filter(isDue)
    }
    const translate = () => {
      for (const text of texts()) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = `${text.data}${mark}`
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    let isWaiting = false
    const soon = () => {
      if (isWaiting) return
      isWaiting = true
      setTimeout(() => {
        isWaiting = false
        translate()
      }, 50)
    }
    addEventListener('load', () => {
      new MutationObserver(soon).observe(document.body, { childList: true, subtree: true, characterData: true })
      soon()
    })
    Object.assign(window, { untranslated: () => texts().length })
  })

/** Expects that the page shows its content, and that all of it is translated. */
export async function expectTranslated(page: Page) {
  await expect(page.getByText(/could not be shown|Something went wrong/)).toHaveCount(0)
  await expect(page.locator('main font').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'untranslated')())).toBe(0)
}
