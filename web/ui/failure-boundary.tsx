import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  /** Stands in place of what failed; `retry` renders that again. Undefined leaves the error to the boundary around. */
  fallback: (error: unknown, retry: () => void) => ReactNode | undefined
  onFailure?: () => void
  /** Another value renders what failed again. */
  place?: string
  children: ReactNode
}

interface State {
  failure: { error: unknown } | undefined
}

/** Replaces what it holds, and nothing around it, when that cannot be rendered. The network's return is another try. */
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
