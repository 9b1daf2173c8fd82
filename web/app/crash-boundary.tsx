import { Component, type ReactNode } from 'react'
import { Standstill } from './standstill.tsx'

/**
 * What stands in place of a screen that could not be shown: mostly one whose chunk did not arrive, because the
 * connection was lost or a newer version has replaced it.
 */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <Standstill title="This page could not be shown">
        <p role="alert">
          Check your connection, then <a href={location.href}>load it again</a>.
        </p>
      </Standstill>
    )
  }
}
