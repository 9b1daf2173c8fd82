import { createIdleLoader } from '../lib/browser/idle.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

/**
 * The list of people who looked at a delivery or patient. It has no spinner, because it is the last section of its page: a spinner
 * would jump when the content above it arrives. It loads when the page has its own data and is idle.
 */
export const WhoLooked = lazyComponent(
  createIdleLoader(async () => (await import('../features/activity/record-viewers.tsx')).RecordViewers),
  {
    waiting: () => <div data-waiting="" />,
  },
)
