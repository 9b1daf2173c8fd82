import { type Address, type FirstPage, type FirstRead, openingOf } from '../lib/first-read.ts'
import { keepAnswersFor } from '../lib/query-client.ts'
import { part } from '../ui/part.tsx'
import { pages } from './first-calls.ts'

const loadDashboard = () => import('./dashboard-page.tsx')
const loadDeliveries = () => import('./deliveries-page.tsx')
const loadDelivery = () => import('./delivery-page.tsx')
const loadRun = () => import('../features/deliveries/run/run-screen.tsx')
const loadRuns = () => import('../features/deliveries/run/runs.tsx')
const loadOtherRoutes = () => import('./other-routes.tsx')

export const DashboardPage = part(async () => (await loadDashboard()).DashboardPage)
export const DeliveriesPage = part(async () => (await loadDeliveries()).DeliveriesPage)
export const DeliveryPage = part(async () => (await loadDelivery()).DeliveryPage)
export const MyRunScreen = part(async () => (await loadRun()).MyRunScreen)
export const RunScreen = part(async () => (await loadRun()).RunScreen)
export const OtherRoutes = part(async () => (await loadOtherRoutes()).OtherRoutes)

/** A page that begins to load, beside the calls of the session, which its screen would wait for. */
export interface Beginning extends FirstPage {
  /** What the page shows. */
  parts: readonly { preload: () => void }[]
  /** The part that knows what the page asks for first. */
  load: () => Promise<{ readFirst: FirstRead }>
}

/** The pages that are opened most. */
const openedMost: readonly Beginning[] = [
  { ...pages.dashboard, parts: [DashboardPage], load: loadDashboard },
  { ...pages.deliveries, parts: [DeliveriesPage], load: loadDeliveries },
  { ...pages.delivery, parts: [DeliveryPage], load: loadDelivery },
  { ...pages.myRun, parts: [MyRunScreen], load: loadRun },
  { ...pages.run, parts: [RunScreen], load: loadRun },
  { ...pages.runs, parts: [DeliveriesPage], load: loadRuns },
]

async function loadOtherPages() {
  OtherRoutes.preload()
  return (await loadOtherRoutes()).otherPages
}

/** The page of an address; what of its parts does not load, it says when it shows. */
const openingAt = async (accessToken: string, address: Address) =>
  openingOf(accessToken, openedMost, address) ?? openingOf(accessToken, await loadOtherPages(), address)

type Opening = NonNullable<Awaited<ReturnType<typeof openingAt>>>

function load({ page }: Opening) {
  for (const one of page.parts) one.preload()
}

async function begin(opening: Opening) {
  const { page, opened } = opening
  load(opening)
  if (!opened) return
  keepAnswersFor(opened.known.user_id)
  const { readFirst } = await page.load()
  await readFirst(opened)
}

/** Begins the page of the address, and asks for what it shows. Resolves when that has come. */
export async function openPage(accessToken: string) {
  const opening = await openingAt(accessToken, location)
  if (opening) await begin(opening)
}

/** Loads a page that may come next. */
export async function loadNext(accessToken: string, address: Address) {
  const opening = await openingAt(accessToken, address)
  if (opening) load(opening)
}

/** Asks for what a page shows that is about to come, if it is opened often. */
export async function beginNext(accessToken: string, address: Address) {
  const opening = openingOf(accessToken, openedMost, address)
  if (opening) await begin(opening)
}
