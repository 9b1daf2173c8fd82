import { MyRunScreen, RunScreen } from '../features/runs/run-screen.tsx'

export { preloadData } from '../features/runs/run-screen.tsx'

/**
 * Preloads the code of a delivery's page, so that the driver can open a package without a signal. If this fails, the code is loaded
 * when a package is opened.
 */
function loadNext() {
  import('./delivery-page.tsx').catch(() => undefined)
}

export const MyRunPage = () => <MyRunScreen loadNext={loadNext} />

export const RunPage = () => <RunScreen loadNext={loadNext} />
