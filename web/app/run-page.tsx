import { MyRunScreen, RunScreen } from '../features/runs/run-screen.tsx'

export { readFirst } from '../features/runs/run-screen.tsx'

/** A package opens without a signal too, if its page has loaded. One that fails to load here is loaded again when it is needed. */
function loadNext() {
  import('./delivery-page.tsx').catch(() => undefined)
}

export const MyRunPage = () => <MyRunScreen loadNext={loadNext} />

export const RunPage = () => <RunScreen loadNext={loadNext} />
