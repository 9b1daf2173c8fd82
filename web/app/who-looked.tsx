import { part } from '../ui/part.tsx'

/** Last on its page: a spinner would jump when what stands above it arrives. */
export const WhoLooked = part(async () => (await import('../features/activity/who-looked.tsx')).WhoLooked, {
  waiting: () => <div data-waiting="" />,
})
