import type { Locator, Page } from '@playwright/test'
import { addDays } from '#shared/rules/dates.ts'
import { demoToday } from '../e2e/demo-day.ts'
import type { PageVisit } from '../e2e/page-visits.ts'
import type { Extent } from './extents.ts'
import type { Figures } from './figures.ts'
import { openBrowser, type Product, signIn, signInBrowser, withProducts } from './local-product.ts'
import { inNewWindow, openPage } from './open-page.ts'
import { Samples } from './statistics.ts'

/** The deliveries that are added to the demo's day, which has 11, and how many of them are the administrator's own. */
const [added, ownAdded] = [200, 60]
const smallDay = addDays(demoToday(), 20)
const smallDayCount = 11

const onSlowMachine = { heldMs: 0, as: 'slow' } as const

const list = { path: '/pharmacy/delivery', element: 'main [data-row]' }
const smallList = { ...list, path: `${list.path}?date=${smallDay}` }

const presses: readonly (readonly [PageVisit, Readonly<Record<string, (page: Page) => Locator>>])[] = [
  [
    list,
    {
      'a row of the list': (page) => page.locator('main [data-row] input[type=checkbox]').nth(2),
      'all rows of the list': (page) => page.locator('main thead input[type=checkbox]'),
      'all rows of the list, back': (page) => page.locator('main thead input[type=checkbox]'),
    },
  ],
  [
    { path: '/pharmacy/runs', element: 'main [data-row]' },
    { 'a package on the board': (page) => page.locator('main [data-row] input[type=checkbox]').nth(2) },
  ],
  [
    { path: '/pharmacy/run', element: 'main', says: /\d of \d+ done/ },
    {
      'Mark loaded on a run': (page) => page.locator('main button', { hasText: 'Mark loaded' }).first(),
      'Scan packages on a run': (page) => page.locator('main button', { hasText: 'Scan packages' }),
    },
  ],
]

/** Measures the pages of a pharmacy with 211 deliveries on a day, 60 of them on one run, on a machine with a slow processor. */
export const measureLargeDay = ({ roots, rounds }: Extent): Promise<Figures[]> =>
  withProducts(roots, async (products) => {
    for (const product of products) await fill(product)
    const browser = await openBrowser()
    try {
      const days = products.map((product) => ({ product, lists: new Samples(), pressed: new Samples() }))
      for (let round = 0; round < rounds; round++)
        for (const { product, lists, pressed } of days) {
          const state = await signInBrowser(browser, product.origin)
          const opening = (visit: PageVisit) => ({ front: { address: product.origin, heldMs: 0 }, visit, state })
          lists.add('small', (await openPage(browser, opening(smallList), onSlowMachine)).shownMs)
          lists.add('large', (await openPage(browser, opening(list), onSlowMachine)).shownMs)
          for (const [visit, targets] of presses)
            await inNewWindow(browser, opening(visit), onSlowMachine, async (page, open) => {
              await open()
              for (const [name, target] of Object.entries(targets)) pressed.add(name, await pressMs(page, target(page)))
            })
        }
      return days.map(({ lists, pressed }) => ({
        firstRow: { [`${smallDayCount + added} rows`]: lists.median('large') / lists.median('small') },
        press: pressed.medians(),
      }))
    } finally {
      await browser.close()
    }
  })

async function fill(product: Product): Promise<void> {
  const { call, userId } = await signIn(product)
  for (let i = 0; i < added + smallDayCount; i++) {
    const address = { address: `${i} Elm Street`, city: 'Hamden', state: 'CT', zip_code: '06514' }
    const patient = { name: `Grace ${i} Hopper`, phone: `555${String(i).padStart(7, '0')}`, ...address }
    const { id: patient_id } = await call('POST', '/deliveries/patients', patient)
    await call('POST', '/deliveries', {
      ...{ delivery_date: i < added ? demoToday() : smallDay, time_range: '15:00-18:00', patient_id },
      ...{ pharmacist_id: i < ownAdded ? userId : null, rx_information: [{ rx_number: `RX-30${i}`, copay: 10.1 }] },
    })
  }
}

/** Presses a control. Returns the milliseconds until the browser has drawn the next picture. */
async function pressMs(page: Page, target: Locator): Promise<number> {
  await page.evaluate(watchPress)
  await target.click()
  return Number(await page.evaluate('pressed'))
}

/**
 * Watches the next press. Its time is the larger one of what the browser reports about the event, which it does only from 16 ms on,
 * and of the time until a task that comes after the next animation frame.
 */
const watchPress = `globalThis.pressed = new Promise((resolve) => {
  let most = 0
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId) most = Math.max(most, duration)
  }).observe({ type: 'event', durationThreshold: 16 })
  const afterFrame = ({ timeStamp }) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      most = Math.max(most, performance.now() - timeStamp)
      setTimeout(() => resolve(most), 1000)
    }
    requestAnimationFrame(() => port2.postMessage(''))
  }
  addEventListener('click', afterFrame, { capture: true, once: true })
})
undefined`
