import { MyRunScreen, RunScreen } from '../features/runs/run-screen.tsx'

export { preloadData } from '../features/runs/run-screen.tsx'

/**
 * Preloads a delivery's page, so that a package can be opened without a signal. If this fails, the page is loaded when it is
 * opened.
 */
function loadNext() {
  import('./delivery-page.tsx').catch(() => undefined)
}

export const MyRunPage = () => <MyRunScreen loadNext={loadNext} />

export const RunPage = () => <RunScreen loadNext={loadNext} />
