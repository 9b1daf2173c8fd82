import { expect, type Locator, type Page } from '@playwright/test'

const settlingMs = 3_000

/**
 * Expects that an element has the focus once the page has settled. Pages on which nothing was focused yet are skipped, and so are
 * pages without a main heading, because they are still loading.
 */
async function expectFocusSomewhere(page: Page) {
  const whatHasIt = () =>
    page
      .evaluate(() => {
        const isCome = [...document.querySelectorAll('h1')].some((title) => title.checkVisibility())
        const isNowhere = document.activeElement === document.body || document.activeElement === null
        return isCome && isNowhere && 'hadFocus' in window ? 'nothing' : 'something'
      })
      // The page is navigating, or the window was closed.
      .catch(() => 'something')
  if ((await whatHasIt()) === 'nothing')
    await expect
      .poll(whatHasIt, { message: `what has the focus on ${page.url()}`, timeout: settlingMs })
      .toBe('something')
}

/**
 * Notes if the focus has left the page. Pressing Tab on the last control moves to the browser's own controls, and from then on no
 * element of the page has the focus.
 */
export const noteFocusLeaving = (page: Page) =>
  page.evaluate(() => {
    if (document.activeElement === document.body) Reflect.deleteProperty(window, 'hadFocus')
  })

/** Replaces these methods by ones that also expect, before and after each call, that an element has the focus. */
function watch<Owner extends object>(owner: Owner, names: readonly (keyof Owner)[], pageOf: (owner: Owner) => Page) {
  for (const name of names) {
    const method = owner[name]
    if (typeof method !== 'function') throw new Error(`There is no ${String(name)} to watch`)
    const watched = async function (this: Owner, ...given: unknown[]) {
      await expectFocusSomewhere(pageOf(this))
      const answer: unknown = await Reflect.apply(method, this, given)
      if (/^(Shift\+)?Tab$/.test(String(given[0]))) await noteFocusLeaving(pageOf(this))
      await expectFocusSomewhere(pageOf(this))
      return answer
    }
    Reflect.set(owner, name, watched)
  }
}

let areLocatorsWatched = false

/**
 * Makes the methods that are listed here check the focus before and after each call: those of this page, those of its keyboard, and
 * those of all locators.
 */
export function watchFocus(page: Page) {
  watch(page.keyboard, ['press', 'type'], () => page)
  watch(page, ['goBack', 'goForward'], () => page)
  if (areLocatorsWatched) return
  areLocatorsWatched = true
  const locators: Locator = Object.getPrototypeOf(page.locator('html'))
  watch(
    locators,
    ['check', 'click', 'dblclick', 'fill', 'press', 'selectOption', 'setInputFiles', 'uncheck'],
    (locator) => locator.page(),
  )
}

/** Notes that an element has had the focus. This runs in the page before the page's own code. */
export function noteFocus() {
  addEventListener('focusin', () => Reflect.set(window, 'hadFocus', true))
}
