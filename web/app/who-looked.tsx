import { part } from '../ui/part.tsx'

/** The last section of its page. A spinner here would jump when the content above it arrives. */
export const WhoLooked = part(async () => (await import('../features/activity/who-looked.tsx')).WhoLooked, {
  waiting: () => <div data-waiting="" />,
})
