import { useEffect } from 'react'
import { dropOldDrafts } from '../lib/forms/old-drafts.ts'

const hourMs = 3_600_000

/** Where a browser keeps nothing, there is nothing to delete. */
const drop = () => void dropOldDrafts().catch(() => undefined)

/** Deletes old drafts when somebody signs in, and every hour from then on: whoever was signed out for being away left them here. */
export function OldDrafts() {
  useEffect(() => {
    drop()
    const timer = setInterval(drop, hourMs)
    return () => clearInterval(timer)
  }, [])
  return null
}
