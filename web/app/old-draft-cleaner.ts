import { useEffect } from 'react'
import { dropOldDrafts } from '../lib/forms/old-drafts.ts'

const hourMs = 3_600_000

/** Deletes drafts that are a day old or more. Ignores failures: if the browser refuses storage, there are no drafts to delete. */
const drop = () => void dropOldDrafts().catch(() => undefined)

/**
 * Deletes old drafts when the layout has appeared, and every hour from then on. Users who were signed out for idleness leave drafts
 * behind.
 */
export function OldDraftCleaner() {
  useEffect(() => {
    drop()
    const timer = setInterval(drop, hourMs)
    return () => clearInterval(timer)
  }, [])
  return null
}
