import { MyRunScreen, RunScreen } from '../features/runs/run-screen.tsx'

export { readFirst } from '../features/runs/run-screen.tsx'

/** A package can then be opened without a signal too. If the page fails to load here, it is loaded again when it is needed. */
function loadNext() {
  import('./delivery-page.tsx').catch(() => undefined)
}

export const MyRunPage = () => <MyRunScreen loadNext={loadNext} />

export const RunPage = () => <RunScreen loadNext={loadNext} />
