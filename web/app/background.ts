import { useEffect } from 'react'
import { startSending } from '../features/deliveries/unsent/sending.ts'
import { call } from '../lib/api/call.ts'
import { CallError } from '../lib/api/call-error.ts'
import { startOfflineWorker } from '../lib/browser/offline-worker.ts'
import { lastUseTime } from '../lib/session/last-use-time.ts'
import { useSignedInSession } from '../lib/session/session.ts'
import { startUpkeep } from './device-data.ts'
import { startLinkPreloading } from './link-preloader.ts'
import { useNewReleaseNotice } from './new-release-notice.ts'

const minuteMs = 60_000
const lookEveryMs = 10_000

/**
 * Reports to the server now and then that the app is in use in this browser. If no one has used it for `idleMinutes`, asks the
 * server to end the session, which the server does unless the user has a delivery in progress. If `idleMinutes` is 0, reports
 * nothing, because sessions then never end for idleness. Returns a function that ends this.
 */
function startIdleReports(idleMinutes: number) {
  if (idleMinutes === 0) return undefined
  const idleMs = idleMinutes * minuteMs
  let reportedAt = Date.now()
  async function look() {
    const now = Date.now()
    const used = lastUseTime()
    const isNews = used > reportedAt && now - reportedAt >= idleMs / 4
    const isAway = now - used >= idleMs && now - reportedAt >= minuteMs
    if (!isNews && !isAway) return
    reportedAt = now
    const use = isAway ? { background: true } : { unused_seconds: Math.floor((now - used) / 1000) }
    await call.renew(use).catch((error: unknown) => {
      // For example, the user is offline. If the session has ended, `call` has already signed the user out of this page.
      if (!(error instanceof CallError)) throw error
    })
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  return () => clearInterval(timer)
}

/**
 * Does what runs beside the pages of a signed-in user: sends the changes that wait on this device, ends the session of a user who
 * is away, keeps the app for times without a network, deletes what is outdated, and loads the page that the user is about to open.
 */
export function Background() {
  const { user } = useSignedInSession()
  const { id, idle_minutes } = user
  useEffect(() => startSending(id), [id])
  useEffect(() => startIdleReports(idle_minutes), [idle_minutes])
  useEffect(startOfflineWorker, [])
  useEffect(() => startUpkeep(id), [id])
  useNewReleaseNotice(id)
  useEffect(startLinkPreloading, [])
  return null
}
