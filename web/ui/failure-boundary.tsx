import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  /**
   * Returns what is rendered in place of the children that failed; `retry` renders the children again. If it returns undefined, the
   * error passes to the next boundary.
   */
  fallback: (error: unknown, retry: () => void) => ReactNode | undefined
  onFailure?: () => void
  /** When this value changes, the failed children are rendered again. */
  place?: string
  children: ReactNode
}

interface State {
  failure: { error: unknown } | undefined
}

/**
 * Shows `fallback` in place of its children if they cannot be rendered. The rest of the page stays. Renders the children again when
 * the network returns.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, State> {
  override state: State = { failure: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  private readonly retry = () => {
    if (this.state.failure) this.setState({ failure: undefined })
  }

  override componentDidMount() {
    addEventListener('online', this.retry)
  }

  override componentDidCatch() {
    this.props.onFailure?.()
  }

  override componentDidUpdate({ place }: FailureBoundaryProps) {
    if (place !== this.props.place) this.retry()
  }

  override componentWillUnmount() {
    removeEventListener('online', this.retry)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    const fallback = this.props.fallback(failure.error, this.retry)
    if (fallback === undefined) throw failure.error
    return fallback
  }
}
