import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'

const dayMs = 86_400_000
const clockToleranceMs = 300_000

/**
 * Throws a 403 if the caller's session has ended, unless the action was done in that session within the last 24 hours. Without this
 * limit, anyone who finds an old token could hand in actions forever. Of a session whose end is known, the action must have been done
 * before the end. It may be older than the token then, because a signature may be given before the token is refreshed. It is at most
 * a day younger, because the time is the sender's own claim, and a phone keeps a run without a connection only until its day ends.
 */
export function refuseActionOutsideEndedSession(
  capturedAt: string | null | undefined,
  { endedSince, sessionEndedAt }: Caller,
  now: Date,
): void {
  if (!endedSince) return
  const at = capturedAt ? Date.parse(capturedAt) : 0
  const isBeforeToken = !sessionEndedAt && at < endedSince.getTime() - clockToleranceMs
  if (at < now.getTime() - dayMs || isBeforeToken)
    throw new AppError('forbidden', 'This was recorded more than 24 hours ago. Show this phone to the pharmacy.')
  if (at > endedSince.getTime() + dayMs)
    throw new AppError('forbidden', 'This phone was without a connection for too long. Show it to the pharmacy.')
  if (sessionEndedAt && at > Date.parse(sessionEndedAt))
    throw new AppError('forbidden', 'This was recorded after the session was ended')
}
