import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import type { PageVisit } from '../e2e/page-visits.ts'
import { watchShifts } from '../e2e/watched-shifts.ts'
import type { SlowProxy } from './start-slow-proxy.ts'

const desktopScreen = { viewport: { width: 1280, height: 800 } }
const phoneScreen = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true }

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
interface How {
  /** How long the proxy holds each response back, in milliseconds. */
  heldMs: number
  /** Emulates a slower processor, and for a phone its network and its screen. */
  as?: 'slow' | 'phone'
  /** Whether the page may register its service worker. It may, unless this says otherwise. */
  serviceWorkers?: BrowserContextOptions['serviceWorkers']
  /** Measures only the time until the page showed what it is for, and does not wait until the page is idle. */
  untilShown?: boolean
}

interface Opened {
  /** The milliseconds until the page showed what it is for, and until no long task ran any more. */
  shownMs: number
  interactiveMs: number
  /** The layout shift until the page was idle. Undefined if the page was measured only until it showed what it is for. */
  shift: number | undefined
}

/** Opens a page in a new window and measures it. Then it opens the page again in the same window, with its files cached. */
export const openTwice = (browser: Browser, opening: Opening, how: How): Promise<Opened[]> =>
  inNewWindow(browser, opening, how, async (page, open) => {
    const first = await open()
    await page.goto('about:blank')
    return [first, await open()]
  })

/** Opens a page in a new window and measures it. */
export const openPage = (browser: Browser, opening: Opening, how: How): Promise<Opened> =>
  inNewWindow(browser, opening, how, (_, open) => open())

type UseWindow<T> = (page: Page, open: () => Promise<Opened>) => Promise<T>

/**
 * Makes a new window, and passes it to `use` with a function that opens the page there. What fails is done once more in another
 * window: on a busy machine, Chromium's emulated network delivered nothing at all in five of sixty windows, and the real one always
 * did.
 */
export async function inNewWindow<T>(browser: Browser, opening: Opening, how: How, use: UseWindow<T>): Promise<T> {
  try {
    return await inOneWindow(browser, opening, how, use)
  } catch (error) {
    console.error('Opening the page once more:', error)
    return inOneWindow(browser, opening, how, use)
  }
}

async function inOneWindow<T>(
  browser: Browser,
  { front, visit, state }: Opening,
  how: How,
  use: UseWindow<T>,
): Promise<T> {
  const screen = how.as === 'phone' ? phoneScreen : desktopScreen
  const context = await browser.newContext({
    ...screen,
    ...(state && { storageState: state }),
    serviceWorkers: how.serviceWorkers ?? 'allow',
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    for (const script of [watchShown(visit), watchLongTasks, watchShifts]) await page.addInitScript(script)
    front.heldMs = how.heldMs
    if (how.as) await slowDown(devtools, how.as)
    const used = use(page, async () => {
      const shownMs = await openUntilShown(page, devtools, front.address + visit.path)
      if (how.untilShown) return { shownMs, interactiveMs: shownMs, shift: undefined }
      await page.waitForLoadState('networkidle')
      const interactiveMs = Math.max(shownMs, Number(await page.evaluate('longTasksEnd()')))
      return { shownMs, interactiveMs, shift: Number(await page.evaluate('openingShift')) }
    })
    // A page that never stops working answers no question, not even whether it shows its element.
    return await Promise.race([used, rejectAfter(windowMs, front.address + visit.path)])
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
const patienceMs = 20_000

/** How long a window may be used, in milliseconds. */
const windowMs = 3 * patienceMs

async function rejectAfter(ms: number, address: string): Promise<never> {
  await setTimeout(ms, undefined, { ref: false })
  throw new Error(`${address} does not respond`)
}

/**
 * Returns a script for the page. Its promise `shown` resolves to the milliseconds from the start of the navigation until the element
 * appears. The script looks for it in every animation frame, while Playwright does so only twice a second.
 */
const watchShown = ({ element, says = /(?:)/ }: PageVisit) => ({
  content: `globalThis.shown = new Promise((resolve, reject) => {
    const reason = () => location + ' does not show ${element} ' + ${says} + ', but: ' + document.body?.innerText
    setTimeout(() => reject(new Error(reason())), ${patienceMs})
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
