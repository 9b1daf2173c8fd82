import type { Browser } from '@playwright/test'
import { openBrowser, type Session, serveShell, signedIn, withProduct } from './local-product.ts'
import { slowFront, trusting } from './slow-front.ts'
import { markdownTable, median } from './statistics.ts'
import { open, type Sight, watchFor } from './watch-page.ts'
import { withBareShell } from './web-weight.ts'

const rounds = 7
const [shortMs, longMs] = [50, 850]
/** A phone's network and processor. */
const phone = { heldMs: 100, bytesPerSecond: (9 * 1e6) / 8, slowdown: 4 }

interface Visit {
  address: string
  /** What the page is for. */
  shows: Sight
  session?: Session
  /** The browser has been there before. */
  again?: boolean
  isPhone?: boolean
}

async function timeToShow(browser: Browser, { address, shows, session, again, isPhone }: Visit): Promise<number> {
  const context = await browser.newContext({ ...(session && { storageState: session }) })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchFor(shows))
    const devtools = await context.newCDPSession(page)
    if (again) {
      await open(page, devtools, address)
      // What comes later is kept as well.
      await page.waitForLoadState('networkidle')
      await page.goto('about:blank')
    }
    if (isPhone) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown })
      const { bytesPerSecond: downloadThroughput } = phone
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput,
        uploadThroughput: downloadThroughput,
      })
    }
    return await open(page, devtools, address)
  } finally {
    await context.close()
  }
}

const watchShifts = {
  content: `globalThis.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.layoutShift += value
    }).observe({ type: 'layout-shift', buffered: true })`,
}

/** How far the page jumps while its answers are held back, as the browser counts it. */
async function shiftOf(browser: Browser, { address, shows, session }: Visit): Promise<number> {
  const context = await browser.newContext({ ...(session && { storageState: session }) })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchShifts)
    await page.addInitScript(watchFor(shows))
    await open(page, await context.newCDPSession(page), address)
    await page.waitForLoadState('networkidle')
    return Number(await page.evaluate('globalThis.layoutShift'))
  } finally {
    await context.close()
  }
}

/** What each way takes, one after the other in each round, so that all of them meet the same moods of the machine. */
async function sideBySide(ways: readonly (() => Promise<number>)[]) {
  const samples = ways.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) samples[index]?.push(await way())
  }
  return samples
}

/**
 * How many round trips pass, one after the other, until a page shows what it is for: the slope of the time over how long each answer
 * is held back, which a slow machine does not change. Then the time itself, as on a phone.
 */
export const compareFirstSecond = () =>
  withProduct((origin) =>
    withBareShell(async (shell) => {
      const bare = await serveShell(shell)
      const [front, bareFront] = [await slowFront(origin), await slowFront(bare.origin)]
      const browser = await openBrowser(trusting([front, bareFront]))
      try {
        const session = await signedIn(browser, front.address)
        const at = (path: string, element: string, says?: RegExp): Visit => ({
          address: front.address + path,
          shows: { element, ...(says && { says }) },
          session,
        })
        const list = at('/pharmacy/delivery', 'main [data-row]')
        const visits: Record<string, Visit> = {
          login: { address: `${front.address}/login`, shows: { element: 'input[type=password]' } },
          'sign-up': { address: `${front.address}/signup`, shows: { element: 'input[type=checkbox]' } },
          dashboard: at('/dashboard', 'main', /To collect/),
          list,
          detail: at(await firstDelivery(browser, list), 'main', /Delivery ID/),
          'my run': at('/pharmacy/run', 'main', /Nothing to deliver on this day|of \d+ done/),
          runs: at('/pharmacy/runs', 'h2', /Unassigned/),
          users: at('/admin/users', 'tbody [data-row], tbody tr'),
          'list again': { ...list, again: true },
        }
        const react = { address: bareFront.address, shows: { element: 'h1' }, isPhone: true }
        bareFront.heldMs = phone.heldMs
        const rows: string[][] = []
        for (const [name, visit] of Object.entries(visits)) {
          const held = (heldMs: number, isPhone = false) => {
            front.heldMs = heldMs
            return timeToShow(browser, { ...visit, isPhone })
          }
          const [short = [], long = [], onPhone = [], bare = []] = await sideBySide([
            () => held(shortMs),
            () => held(longMs),
            () => held(phone.heldMs, true),
            () => timeToShow(browser, react),
          ])
          const waits = (Math.min(...long) - Math.min(...short)) / (longMs - shortMs)
          const [phoneMs, bareMs] = [median(onPhone), median(bare)]
          const shift = await shiftOf(browser, visit)
          rows.push([
            name,
            waits.toFixed(2),
            ...[phoneMs, bareMs].map((ms) => ms.toFixed(0)),
            (phoneMs / bareMs).toFixed(2),
            shift.toFixed(3),
          ])
        }
        return markdownTable(
          ['page', 'waits', 'ms on a phone', 'React alone there', '× React alone', 'layout shift'],
          rows,
        )
      } finally {
        await browser.close()
        for (const { close } of [front, bareFront, bare]) close()
      }
    }),
  )

async function firstDelivery(browser: Browser, { address, shows, session }: Visit) {
  const context = await browser.newContext({ ...(session && { storageState: session }) })
  const page = await context.newPage()
  await page.goto(address)
  await page.locator(shows.element).first().waitFor()
  const path = await page.locator('main a[href^="/pharmacy/delivery/"]').first().getAttribute('href')
  await context.close()
  return path ?? ''
}
