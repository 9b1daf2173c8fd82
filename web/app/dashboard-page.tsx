import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx'
import type { FirstRead } from '../lib/first-read.ts'
import { part } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { manages } from './first-calls.ts'

const loadToday = () => import('../features/deliveries/day/today.tsx')
const loadMyRunToday = () => import('../features/deliveries/run/my-run-today.tsx')

const Today = part(async () => (await loadToday()).Today, {
  waiting: () => <Spinner label="Loading today..." />,
})
const MyRunToday = part(async () => (await loadMyRunToday()).MyRunToday, {
  waiting: () => <div data-waiting="" />,
})

export const readFirst: FirstRead = (opened) => {
  async function begin(shown: typeof Today | typeof MyRunToday, load: () => Promise<{ readFirst: FirstRead }>) {
    shown.preload()
    await (await load()).readFirst(opened)
  }
  return Promise.all([begin(MyRunToday, loadMyRunToday), manages(opened.known) && begin(Today, loadToday)])
}

/** The dashboard, and the deliveries' part of it, which are a feature of their own. */
export const DashboardPage = () => <DashboardScreen Today={Today} MyRunToday={MyRunToday} />
