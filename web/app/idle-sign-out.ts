import { useEffect } from 'react'
import { call } from '../lib/api/call.ts'
import { CallError } from '../lib/api/call-error.ts'
import { lastUseTime } from '../lib/session/last-use-time.ts'

const minuteMs = 60_000
const lookEveryMs = 10_000

/**
 * Reports to the server now and then that the app is in use in this browser. If nobody has used it for `idleMinutes`, asks the
 * server to end the session, which the server does unless the user has a delivery in progress. If `idleMinutes` is 0, reports
 * nothing, because sessions then never end for idleness.
 */
export function IdleSignOut({ idleMinutes }: { idleMinutes: number }) {
  useEffect(() => {
    if (idleMinutes === 0) return
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
  }, [idleMinutes])
  return null
}
