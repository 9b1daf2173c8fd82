import { MyRunScreen, RunScreen } from '../features/runs/run-screen.tsx'

export { readFirst } from '../features/runs/run-screen.tsx'

/** Preloads the page of a delivery, so that a package can be opened without a signal. If this fails, the page is loaded on demand. */
function loadNext() {
  import('./delivery-page.tsx').catch(() => undefined)
}

export const MyRunPage = () => <MyRunScreen loadNext={loadNext} />

export const RunPage = () => <RunScreen loadNext={loadNext} />
