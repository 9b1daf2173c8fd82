import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import type { PageVisit } from '../e2e/page-visits.ts'
import { watchShifts } from '../e2e/watched-shifts.ts'
import type { SlowProxy } from './start-slow-proxy.ts'

const desktop = { viewport: { width: 1280, height: 800 } }
const smallScreen = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true }

/** How many times slower a processor is emulated. */
const slowdown = 4

const phoneBytesPerSecond = (9 * 1e6) / 8

/** A page, perhaps behind a proxy that holds its responses back. `state` signs the browser in. */
export interface Opening {
  front: Pick<SlowProxy, 'address' | 'heldMs'>
  visit: PageVisit
  state?: BrowserContextOptions['storageState']
}

/** How a page is opened. */
export interface How {
  /** How long the proxy holds each response back, in milliseconds. */
  heldMs: number
  /** Emulates a slower processor, and for a phone its network and its screen. */
  as?: 'slow' | 'phone'
  hasSmallScreen?: true
  /** Opens the page for the second time, when the browser has cached its files. */
  isAgain?: true
}

/** Opens a page in a new window, and returns after how many milliseconds it showed what it is for. */
export const timeToShow = (browser: Browser, opening: Opening, how: How): Promise<number> =>
  inNewWindow(browser, opening, how, async (_, shownMs) => shownMs)

/** Returns after how many milliseconds the page had no more long tasks. */
export const timeToInteractive = (browser: Browser, opening: Opening, how: How): Promise<number> =>
  inNewWindow(browser, opening, how, async (page, shownMs) => {
    await page.waitForLoadState('networkidle')
    return Math.max(shownMs, Number(await page.evaluate('longTasksEnd()')))
  })

/** Returns the layout shift of the page until it is idle. */
export const layoutShift = (browser: Browser, opening: Opening, how: How): Promise<number> =>
  inNewWindow(browser, opening, how, async (page) => {
    await page.waitForLoadState('networkidle')
    return Number(await page.evaluate('openingShift'))
  })

/** Opens a page in a new window, and passes it to `use` when it shows what it is for. */
export async function inNewWindow<T>(
  browser: Browser,
  { front, visit, state }: Opening,
  how: How,
  use: (page: Page, shownMs: number) => Promise<T>,
): Promise<T> {
  const screen = how.hasSmallScreen || how.as === 'phone' ? smallScreen : desktop
  const context = await browser.newContext({ ...screen, ...(state && { storageState: state }) })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await page.addInitScript(watchShown(visit))
    await page.addInitScript(watchLongTasks)
    await page.addInitScript(watchShifts)
    const address = front.address + visit.path
    if (how.isAgain) {
      front.heldMs = 0
      await openUntilShown(page, devtools, address)
      // The page also caches what it loads late.
      await page.waitForLoadState('networkidle')
      await page.goto('about:blank')
    }
    front.heldMs = how.heldMs
    if (how.as) await slowDown(devtools, how.as)
    return await use(page, await openUntilShown(page, devtools, address))
  } finally {
    await context.close()
  }
}

async function slowDown(devtools: CDPSession, as: 'slow' | 'phone') {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (as === 'phone')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: phoneBytesPerSecond,
      uploadThroughput: phoneBytesPerSecond,
    })
}

/** How long a page waits for its element, in milliseconds. After that, the measurement fails. */
const patienceMs = 60_000

/**
 * Returns a script for the page. Its promise `shown` resolves to the milliseconds from the start of the navigation until the element
 * appears. The script looks for it in every animation frame, while Playwright does so only twice a second.
 */
const watchShown = ({ element, says = /(?:)/ }: PageVisit) => ({
  content: `globalThis.shown = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(location + ' does not show ${element} ' + ${says})), ${patienceMs})
    const isShown = (one) => ${says}.test(one.textContent) && one.checkVisibility()
    const look = () => {
      if ([...document.querySelectorAll(${JSON.stringify(element)})].some(isShown)) resolve(performance.now())
      else requestAnimationFrame(look)
    }
    look()
  })`,
})

const watchLongTasks = {
  content: `const ends = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) ends.push(startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
  globalThis.longTasksEnd = () => Math.max(0, ...ends)`,
}

async function openUntilShown(page: Page, devtools: CDPSession, address: string): Promise<number> {
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
