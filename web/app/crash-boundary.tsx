import type { ReactNode } from 'react'
import { FailedState, PageNameContext } from '../ui/failed-state.tsx'
import { FailureBoundary } from '../ui/failure-boundary.tsx'
import { WholePageNotice } from './whole-page-notice.tsx'

const title = 'Failed to show this page'

const Crash = (props: { title?: string; message: string; onRetry: () => void }) => (
  <PageNameContext value={undefined}>
    <FailedState action="Try again" {...props} />
  </PageNameContext>
)

/**
 * Shows a message in place of a screen that crashed, while the layout around it stays. Renders the screen again when `place`, its
 * address, changes.
 */
export const ScreenCrashBoundary = ({ place, children }: { place: string; children: ReactNode }) => (
  <FailureBoundary
    place={place}
    fallback={(_, retry) => (
      <Crash title={title} message="Something went wrong here. Try again, or open another page." onRetry={retry} />
    )}
  >
    {children}
  </FailureBoundary>
)

/** Shows a message in place of the whole page after a crash outside of `ScreenCrashBoundary`, such as one in a public page. */
export const CrashBoundary = ({ children }: { children: ReactNode }) => (
  <FailureBoundary
    fallback={(_, retry) => (
      <WholePageNotice title={title}>
        <Crash message="Something went wrong here. Please try again." onRetry={retry} />
      </WholePageNotice>
    )}
  >
    {children}
  </FailureBoundary>
)
