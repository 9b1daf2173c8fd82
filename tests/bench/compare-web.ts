import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import {
  openBrowser,
  type SignedInBrowserState,
  serveReactOnlyPage,
  signInDemoUser,
  withProduct,
} from './local-product.ts'
import { markdownTable, median } from './statistics.ts'
import { type AwaitedElement, openUntilShown, watchScriptFor } from './watch-page.ts'
import { filesOf, filesOfPage, pageNamesOf, weigh, withReactOnlyPage } from './web-weight.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rounds = 9

/**
 * Measures the time from `npm start` to its first response, then the bytes and the time to interactive of pages, compared with a
 * page that contains only React.
 */
export const compareWeb = () =>
  withProduct((origin, startedMs) =>
    withReactOnlyPage(async (shell) =>
      [
        `First answer of \`npm start\`, with the demo pharmacy, the web app built before: ${(startedMs / 1000).toFixed(1)} s.`,
        await weights(shell),
        await timesToInteractive(shell, origin),
      ].join('\n\n'),
    ),
  )

async function weights(shell: string) {
  const built = join(root, 'web/dist')
  const bare = await weigh(shell, await filesOf(shell, ['index.html']))
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
  const rows = [['React alone', kilobytes(bare.js), '1.00', '0']]
  for (const page of await pageNamesOf(built)) {
    const { js, css } = await weigh(built, await filesOfPage(built, page))
    rows.push([page, kilobytes(js), (js / bare.js).toFixed(2), kilobytes(css)])
  }
  return markdownTable(['page', 'kB of script, gzip', '× React alone', 'kB of CSS'], rows)
}

/** Measures the time, with a processor four times slower, until a page shows its content and no long task runs. */
async function timesToInteractive(shell: string, origin: string) {
  const server = await serveReactOnlyPage(shell)
  const browser = await openBrowser()
  try {
    const session = await signInDemoUser(browser, origin)
    const visits = {
      'React alone': { address: server.origin, shows: { element: 'h1' } },
      login: { address: `${origin}/login`, shows: { element: 'input[type=password]' } },
      'sign-up': { address: `${origin}/signup`, shows: { element: 'input' } },
      deliveries: { address: `${origin}/pharmacy/delivery`, shows: { element: 'main [data-row]' }, session },
    }
    const samples: Record<string, number[]> = {}
    for (let round = 0; round <= rounds; round++)
      for (const [name, visit] of Object.entries(visits)) {
        const ms = await timeToInteractive(browser, visit)
        if (round > 0) samples[name] = [...(samples[name] ?? []), ms]
      }
    const bare = median(samples['React alone'] ?? [])
    return markdownTable(
      ['page, processor four times slower', 'interactive after, ms', '× React alone'],
      Object.entries(samples).map(([name, times]) => [
        name,
        median(times).toFixed(0),
        (median(times) / bare).toFixed(2),
      ]),
    )
  } finally {
    await browser.close()
    await server.close()
  }
}

const watchLongTasks = `
  const ends = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) ends.push(startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
  globalThis.longTasksEnd = () => Math.max(0, ...ends)
`

interface Visit {
  address: string
  /** The element that the page shows once it is ready. */
  shows: AwaitedElement
  session?: SignedInBrowserState
}

/** Opens the page in a browser that has cached nothing of it, and returns the milliseconds until it is interactive. */
async function timeToInteractive(browser: Browser, { address, shows, session }: Visit): Promise<number> {
  const context = await browser.newContext({ ...(session && { storageState: session }) })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript({ content: watchLongTasks })
    await page.addInitScript(watchScriptFor(shows))
    const shown = await openUntilShown(page, devtools, address)
    await page.waitForTimeout(500)
    const quiet = await page.evaluate('longTasksEnd()')
    return Math.max(shown, Number(quiet))
  } finally {
    await context.close()
  }
}
