import { settledAheadMs } from '../../../lib/session/clock.ts'

/** A clock that is wrong by less is right enough: the times of responses are not more exact. */
const toleranceMs = 30_000

/** Returns the seconds to add to the time of the device's clock: 0 unless the clock is wrong. */
export function clockCorrectionSeconds(): number {
  const aheadMs = settledAheadMs()
  return Math.abs(aheadMs) < toleranceMs ? 0 : Math.round(aheadMs / 1000)
}

/** Returns the time of what a user does now: that of the device's clock or, if the clock is wrong, the corrected time. */
export const correctedNow = () => new Date(Date.now() + clockCorrectionSeconds() * 1000)
