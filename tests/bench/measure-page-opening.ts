import type { Browser } from '@playwright/test'
import {
  openBrowser,
  type SignedInBrowserState,
  serveReactOnlyPage,
  signInDemoUser,
  withProduct,
} from './local-product.ts'
import { startSlowProxy, trustArgument } from './start-slow-proxy.ts'
import { markdownTable, median } from './statistics.ts'
import { type AwaitedElement, openUntilShown, watchScriptFor } from './watch-page.ts'
import { withReactOnlyPage } from './web-weight.ts'

const rounds = 3
const [shortMs, longMs] = [50, 650]
/** The emulated phone: the delay of each response, the speed of its network, and how many times slower its processor is. */
const phone = { heldMs: 100, bytesPerSecond: (9 * 1e6) / 8, slowdown: 4 }

interface Visit {
  address: string
  /** The element that shows that the page is ready. */
  shows: AwaitedElement
  session?: SignedInBrowserState
  /** If set, the browser opens the page twice, and only the second visit is measured. The function is called between the visits. */
  again?: () => Promise<void> | void
  isPhone?: boolean
}

async function timeToShow(browser: Browser, { address, shows, session, again, isPhone }: Visit): Promise<number> {
  const context = await browser.newContext({ ...(session && { storageState: session }) })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchScriptFor(shows))
    const devtools = await context.newCDPSession(page)
    if (again) {
      await openUntilShown(page, devtools, address)
      // Wait until the page loads no more files, so that those that it loads late are cached as well.
      await page.waitForLoadState('networkidle')
      await page.goto('about:blank')
      await again()
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
    return await openUntilShown(page, devtools, address)
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

/** Returns the layout shift of the page while its responses are delayed, as the browser measures it. */
async function shiftOf(browser: Browser, { address, shows, session }: Visit): Promise<number> {
  const context = await browser.newContext({ ...(session && { storageState: session }) })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchShifts)
    await page.addInitScript(watchScriptFor(shows))
    await openUntilShown(page, await context.newCDPSession(page), address)
    await page.waitForLoadState('networkidle')
    return Number(await page.evaluate('globalThis.layoutShift'))
  } finally {
    await context.close()
  }
}

/**
 * Measures each way of visiting a page once per round, one after the other, so that changes of the machine's load affect all of
 * them alike.
 */
async function sideBySide(ways: readonly (() => Promise<number>)[]) {
  const samples = ways.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) samples[index]?.push(await way())
  }
  return samples
}

/**
 * Measures how many successive round trips each page needs until it shows its content. The number is the slope of the time over the
 * delay of each response, which does not depend on the machine's speed. It also measures the time itself as on a phone, and the
 * layout shift.
 */
export const measurePageOpening = () =>
  withProduct((origin) =>
    withReactOnlyPage(async (shell) => {
      const bare = await serveReactOnlyPage(shell)
      const [front, bareFront] = [await startSlowProxy(origin), await startSlowProxy(bare.origin)]
      const browser = await openBrowser(trustArgument([front, bareFront]))
      try {
        const session = await signInDemoUser(browser, front.address)
        const at = (path: string, element: string, says?: RegExp): Visit => ({
          address: front.address + path,
          shows: { element, ...(says && { says }) },
          session,
        })
        const list = at('/pharmacy/delivery', 'main [data-row]')
        const firstLink = (visit: Visit, path: string) => addressOfLink(browser, visit, path)
        const detail = at(await firstLink(list, '/pharmacy/delivery/'), 'main', /Delivery ID/)
        const unassigned = at('/pharmacy/delivery?status=unassigned&date=any', 'main [data-row]')
        const editable = (await firstLink(unassigned, '/pharmacy/delivery/')).replace('delivery/', 'delivery/edit/')
        const visits: Record<string, Visit> = {
          login: { address: `${front.address}/login`, shows: { element: 'input[type=password]' } },
          'sign-up': { address: `${front.address}/signup`, shows: { element: 'input[type=checkbox]' } },
          dashboard: at('/dashboard', 'main', /To collect/),
          list,
          detail,
          'my run': at('/pharmacy/run', 'main', /Nothing to deliver on this day|of \d+ done/),
          runs: at('/pharmacy/runs', 'h2', /Unassigned/),
          attention: at('/pharmacy/delivery?view=attention', 'main', /Nothing needs attention|Unassigned|Overdue/),
          'new delivery': at('/pharmacy/delivery?view=create', 'main', /Delivery Date/),
          'edit delivery': at(editable, 'main', /Delivery Date/),
          patient: at(await firstLink(detail, '/pharmacy/patients/'), 'main', /Upcoming/),
          'audit packet': at('/pharmacy/audit', 'main', /Prescription numbers or the auditor’s whole letter/),
          account: at('/account', 'main', /Set up an authenticator app/),
          users: at('/admin/users', 'tbody [data-row], tbody tr'),
          roles: at('/admin/roles', '[aria-label=Roles] li'),
          activity: at('/admin/activity', 'main', /\d\+? events?/),
          settings: at('/admin/tenant', 'main', /Fax number/),
        }
        const react = { address: bareFront.address, shows: { element: 'h1' }, isPhone: true }
        bareFront.heldMs = phone.heldMs
        const rows: string[][] = []
        for (const [name, planned] of Object.entries(visits)) {
          // Sign in anew, because a session does not last for all of the measurements.
          const visit = planned.session
            ? { ...planned, session: await signInDemoUser(browser, front.address) }
            : planned
          const held = (heldMs: number, how: Pick<Visit, 'isPhone'> = {}) => {
            front.heldMs = heldMs
            return timeToShow(browser, { ...visit, ...how })
          }
          const again = (heldMs: number, how: Pick<Visit, 'isPhone'> = {}) => {
            front.heldMs = 0
            const comesAgain = () => {
              front.heldMs = heldMs
            }
            return timeToShow(browser, { ...visit, ...how, again: comesAgain })
          }
          const [short, long, shortAgain, longAgain, onPhone, onPhoneAgain, bare] = await sideBySide([
            () => held(shortMs),
            () => held(longMs),
            () => again(shortMs),
            () => again(longMs),
            () => held(phone.heldMs, { isPhone: true }),
            () => again(phone.heldMs, { isPhone: true }),
            () => timeToShow(browser, react),
          ])
          const bareMs = median(bare ?? [])
          const onPhoneOf = (samples: readonly number[] = []) =>
            `${median(samples).toFixed(0)}, ${(median(samples) / bareMs).toFixed(2)}`
          const shift = await shiftOf(browser, visit)
          rows.push([
            name,
            waitsOf(short, long),
            waitsOf(shortAgain, longAgain),
            onPhoneOf(onPhone),
            onPhoneOf(onPhoneAgain),
            bareMs.toFixed(0),
            shift.toFixed(3),
          ])
        }
        return markdownTable(
          [
            'page',
            'waits',
            'waits again',
            'ms on a phone, × React alone',
            'again there',
            'React alone there',
            'layout shift',
          ],
          rows,
        )
      } finally {
        await browser.close()
        for (const { close } of [front, bareFront, bare]) close()
      }
    }),
  )

/** Returns the number of round trips: the slope of the time over the delay of each response. */
const waitsOf = (short: readonly number[] = [], long: readonly number[] = []) =>
  ((Math.min(...long) - Math.min(...short)) / (longMs - shortMs)).toFixed(2)

/** Opens a page and returns the address of its first link that begins with `path`; '' if there is none. */
async function addressOfLink(browser: Browser, { address, shows, session }: Visit, path: string) {
  const context = await browser.newContext({ ...(session && { storageState: session }) })
  const page = await context.newPage()
  await page.goto(address)
  await page.locator(shows.element).first().waitFor()
  const found = await page.locator(`main a[href^="${path}"]`).first().getAttribute('href')
  await context.close()
  return found ?? ''
}
