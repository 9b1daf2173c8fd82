import type { Browser } from '@playwright/test'
import { demoToday } from '../e2e/demo-day.ts'
import { type PageVisit, publicVisits, signedInVisits } from '../e2e/page-visits.ts'
import type { Extent } from './extents.ts'
import { addFigure, type Figures } from './figures.ts'
import { type KindName, limitOf } from './limits.ts'
import { openBrowser, type Product, serveReactOnlyPage, signIn, signInBrowser, withProducts } from './local-product.ts'
import { inNewWindow, type Opening, openPage, openTwice } from './open-page.ts'
import { type SlowProxy, startSlowProxy, trustArgument } from './start-slow-proxy.ts'
import { Samples } from './statistics.ts'
import { withReactOnlyPage } from './web-weight.ts'

const onPhone = { heldMs: 100, as: 'phone' } as const
const onSlowMachine = { heldMs: 0, as: 'slow' } as const
const [short, long] = [{ heldMs: 50 }, { heldMs: 450 }]

/** A time counts as clearly within its limit if it is at most this share of it. */
const clearShare = 0.9

interface Site {
  front: SlowProxy
  visits: Record<string, PageVisit>
  opening(browser: Browser, name: string): Promise<Opening>
  /** What was measured of each page. */
  samples: Record<string, Samples>
}

/**
 * Measures every page of each product, in turn with a page of React alone: the time as on a phone, also when it is opened again; how
 * many responses it awaits one after the other; how far it jumps; and when the list is interactive.
 */
export const measurePages = ({ roots, rounds }: Extent): Promise<Figures[]> =>
  withProducts(roots, (products) =>
    withReactOnlyPage(async (shell) => {
      const react = await serveReactOnlyPage(shell)
      const alone = { front: await startSlowProxy(react.origin), visit: { path: '/', element: 'h1' } }
      const sites = await Promise.all(products.map(siteOf))
      const fronts = [alone, ...sites].map(({ front }) => front)
      const alonePage = new Samples()
      const measure = async (name: string) => {
        const browser = await openBrowser(trustArgument(fronts))
        try {
          await measurePage({ browser, alone, alonePage, sites, rounds }, name)
        } finally {
          await browser.close()
        }
      }
      try {
        for (const name of Object.keys(sites[0]?.visits ?? {}))
          await measure(name).catch((error) => {
            console.error(`Measuring ${name} once more, because the browser may have crashed:`, error)
            return measure(name)
          })
        return sites.map(({ samples }) => pageFiguresOf(samples, alonePage))
      } finally {
        for (const front of fronts) front.close()
        await react.close()
      }
    }),
  )

/** Creates a delivery of today for the administrator, so that all pages have something to show. */
async function siteOf(product: Product): Promise<Site> {
  const { call, userId } = await signIn(product)
  const patient = { name: 'Grace Hopper', phone: '5550100123', address: '12 Elm Street', city: 'Hamden' }
  const { id: patientId } = await call('POST', '/deliveries/patients', { ...patient, state: 'CT', zip_code: '06514' })
  const { id: deliveryId } = await call('POST', '/deliveries', {
    ...{ delivery_date: demoToday(), time_range: '15:00-18:00', patient_id: patientId, pharmacist_id: userId },
    rx_information: [{ rx_number: 'RX-204500', copay: 10.1 }],
  })
  const front = await startSlowProxy(product.origin)
  const publicPages = namedVisits(publicVisits)
  const visits = {
    ...publicPages,
    ...namedVisits(signedInVisits({ userId, today: demoToday(), deliveryId, patientId })),
  }
  let session: { at: number; state: Awaited<ReturnType<typeof signInBrowser>> } | undefined
  return {
    front,
    visits,
    samples: {},
    async opening(browser, name) {
      const visit = visits[name]
      if (!visit) throw new Error(`No visit to ${name}`)
      if (name in publicPages) return { front, visit }
      // A session does not last for all of the measurements.
      if (!session || performance.now() > session.at + 300_000) {
        front.heldMs = 0
        session = { at: performance.now(), state: await signInBrowser(browser, front.address) }
      }
      return { front, visit, state: session.state }
    },
  }
}

/** Names the first visit to each page as the page, and the others as its views. */
const namedVisits = (pages: Record<string, readonly PageVisit[]>): Record<string, PageVisit> =>
  Object.fromEntries(
    Object.entries(pages).flatMap(([page, visits]) =>
      visits.map((visit, i) => [i === 0 ? page : `${page}: ${viewOf(visit.path)}`, visit]),
    ),
  )

const viewOf = (path: string) =>
  Array.from(new URL(path, 'http://localhost').searchParams, ([name, value]) => (name === 'view' ? value : name)).join()

interface Bench {
  browser: Browser
  alone: Opening
  /** What was measured of the page of React alone, in turn with all pages. */
  alonePage: Samples
  sites: readonly Site[]
  rounds: number
}

/**
 * Measures one page of each site. A page that is not clearly within its limits is opened again, up to the number of rounds. Another
 * checkout has no limits to meet and is opened once. Of it, a page that does not show what ours shows is left out.
 */
async function measurePage({ browser, alone, alonePage, sites, rounds }: Bench, name: string): Promise<void> {
  const [ours] = sites
  for (const site of sites) site.samples[name] = new Samples()
  for (let round = 0; round < rounds; round++) {
    alonePage.add('onPhone', (await openPage(browser, alone, { ...onPhone, untilShown: true })).shownMs)
    if (name === listName) alonePage.add('interactive', (await openPage(browser, alone, onSlowMachine)).interactiveMs)
    for (const site of round === 0 ? sites : sites.slice(0, 1))
      try {
        await measureOnce(browser, site, name)
      } catch (error) {
        if (site === ours) throw error
        delete site.samples[name]
      }
    if (ours && isClearlyWithinLimits(pageFiguresOf({ [name]: ours.samples[name] }, alonePage))) return
  }
}

const [listName, myRunName] = ['deliveries', 'myRun']

async function measureOnce(browser: Browser, site: Site, name: string): Promise<void> {
  const samples = site.samples[name] ?? new Samples()
  const opening = await site.opening(browser, name)
  for (const [way, how] of Object.entries({ onPhone, short, long })) {
    const isTwice = name === listName || how === onPhone
    const opened = isTwice
      ? await openTwice(browser, opening, how)
      : [await openPage(browser, opening, { ...how, untilShown: how === long })]
    for (const [i, { shownMs, shift }] of opened.entries()) {
      samples.add(`${way} ${i}`, shownMs)
      if (shift !== undefined) samples.add('shift', shift)
    }
  }
  if (name === listName) samples.add('interactive', (await openPage(browser, opening, onSlowMachine)).interactiveMs)
  if (name === myRunName) await openWithAndWithoutWorker(browser, site, opening, samples)
}

const isClearlyWithinLimits = (figures: Figures) =>
  (['phone', 'again', 'waits', 'shift', 'interactive'] as const).every((kind) =>
    Object.entries(figures[kind] ?? {}).every(([subject, value]) => {
      const share = kind === 'phone' || kind === 'interactive' ? clearShare : 1
      return value <= share * (limitOf(kind, subject) ?? Number.POSITIVE_INFINITY)
    }),
  )

/** Returns the figures of one site's pages. */
function pageFiguresOf(pages: Readonly<Record<string, Samples | undefined>>, alonePage: Samples): Figures {
  const figures: Figures = {}
  for (const [name, samples] of Object.entries(pages)) {
    if (!samples) continue
    const add = (kind: KindName, value: number, subject = name) => addFigure(figures, kind, subject, value)
    // The slope of the time over the delay does not depend on the speed of the machine.
    const waits = (i: 0 | 1) =>
      (samples.least(`long ${i}`) - samples.least(`short ${i}`)) / (long.heldMs - short.heldMs)
    add('phoneMs', samples.median('onPhone 0'))
    add('phone', samples.median('onPhone 0') / alonePage.median('onPhone'))
    add('again', samples.median('onPhone 1') / samples.median('onPhone 0'))
    add('waits', waits(0))
    add('shift', Math.max(...samples.of('shift')))
    if (name === myRunName) {
      for (const [subject, [way, time]] of Object.entries(workerSubjects)) {
        add('openedMs', samples.median(`${way} ${time} ms`), subject)
        add('openedKb', samples.median(`${way} ${time} kB`), subject)
      }
      add('again', samples.median('allow 1 ms') / samples.median('allow 0 ms'), 'myRun, with the worker')
    }
    if (name !== listName) continue
    add('waits', waits(1), `${name}, again`)
    add('interactive', samples.median('interactive') / alonePage.median('interactive'))
  }
  return figures
}

/** The openings of My Run that are compared, by what the figures call them: whether the worker was allowed, and which time it was. */
const workerSubjects = {
  'the first time': ['block', 0],
  'the first time, with the files of the worker': ['allow', 0],
  'again without the worker': ['block', 1],
  'again with the worker': ['allow', 1],
} as const

/** Opens My Run twice in a window that may not have the service worker, and twice in one that has it the second time. */
async function openWithAndWithoutWorker(browser: Browser, { front }: Site, opening: Opening, samples: Samples) {
  for (const serviceWorkers of ['block', 'allow'] as const)
    await inNewWindow(browser, opening, { ...onPhone, serviceWorkers }, async (page, open) => {
      for (const time of [0, 1]) {
        const before = front.sentBytes
        samples.add(`${serviceWorkers} ${time} ms`, (await open()).shownMs)
        if (serviceWorkers === 'allow') await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
        samples.add(`${serviceWorkers} ${time} kB`, (front.sentBytes - before) / 1000)
        await page.goto('about:blank')
      }
    })
}
