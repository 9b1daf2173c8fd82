import { createListeners } from './listeners.ts'

const address = '/sw.js'
/** A page that stays open asks this often whether there is a new release. */
const lookEveryMs = 60 * 60_000
/** A new release has to arrive within this time when the user reloads the page. Otherwise the page comes back as it was. */
const arrivalMs = 10_000

const { notify, subscribe } = createListeners()
let isWaiting = false

/** Whether a new release is ready in this browser and waits until this page is reloaded. */
export const newRelease = { subscribe, isWaiting: () => isWaiting }

const stateOf = (worker: ServiceWorker, target: ServiceWorkerState) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (worker.state !== target && worker.state !== 'redundant') return
      worker.removeEventListener('statechange', look)
      resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })

async function watch(registration: ServiceWorkerRegistration) {
  const worker = registration.waiting ?? registration.installing
  // Without a controller, this is the first worker of this browser, and it starts by itself.
  if (!worker || !navigator.serviceWorker.controller) return
  await stateOf(worker, 'installed')
  isWaiting = registration.waiting !== null
  notify()
}

/**
 * Registers the service worker, with which the app opens without a network. A browser that refuses it works with a network only.
 * Returns a function that ends the watch for new releases.
 */
export function startOfflineWorker() {
  // The development server has no worker.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isOver = false
  const begin = async () => {
    const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(address)
    if (isOver || !registration) return
    const look = () => void registration.update().catch(() => undefined)
    registration.addEventListener('updatefound', () => void watch(registration))
    timer = setInterval(look, lookEveryMs)
    await watch(registration)
  }
  void begin().catch(() => undefined)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

async function start(registration: ServiceWorkerRegistration) {
  await registration.update()
  const next = registration.installing ?? registration.waiting
  if (!next) return
  await stateOf(next, 'installed')
  next.postMessage({ type: 'SKIP_WAITING' })
  await stateOf(next, 'activated')
}

/**
 * Starts the newest release's worker, so that the next load of the page is of this release. Resolves also if there is no worker, or
 * if the release does not arrive in time.
 */
export async function takeNewestRelease(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (!registration) return
  await Promise.race([
    start(registration).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, arrivalMs)),
  ])
}
