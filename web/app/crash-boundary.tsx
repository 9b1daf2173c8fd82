import type { ReactNode } from 'react'
import { Failed } from '../ui/failed.tsx'
import { FailureBoundary } from '../ui/failure-boundary.tsx'
import { Standstill } from './standstill.tsx'

const title = 'This page could not be shown'
const said = { message: 'Something went wrong here. Try again, or open another page.', action: 'Try again' }

/**
 * Replaces a screen that crashed, while the layout around it stays. Renders the screen again when `place`, its address, changes.
 */
export const ScreenCrashBoundary = ({ place, children }: { place: string; children: ReactNode }) => (
  <FailureBoundary place={place} fallback={(_, retry) => <Failed title={title} {...said} onRetry={retry} />}>
    {children}
  </FailureBoundary>
)

/** Replaces the whole page after a crash outside of a screen. */
export const CrashBoundary = ({ children }: { children: ReactNode }) => (
  <FailureBoundary
    fallback={(_, retry) => (
      <Standstill title={title}>
        <Failed {...said} onRetry={retry} />
      </Standstill>
    )}
  >
    {children}
  </FailureBoundary>
)
