import { type ComponentType, type ReactNode, Suspense, use, useEffect, useReducer } from 'react'
import { PartLoadError } from '../lib/api/browser-error.ts'
import { createListeners } from '../lib/browser/listeners.ts'
import { loadPart, reloadIfOnline } from '../lib/browser/load-part.ts'
import { FailedState } from './failed-state.tsx'
import { FailureBoundary } from './failure-boundary.tsx'

interface PartOptions<Props> {
  /** Rendered while the component loads. Without it, the nearest `LoadingBoundary` shows its fallback. */
  waiting?: (props: Props) => ReactNode
  /** Renders something around the message that the component could not be loaded. */
  frame?: (words: ReactNode, props: Props) => ReactNode
}

interface Source<Props> extends PartOptions<Props> {
  /** Returns the component, or suspends until it has loaded. */
  read: () => ComponentType<Props>
  /** Makes the next `read` load the component again. */
  forget: () => void
}

const arrivals = createListeners()

/**
 * Shows `fallback` while a lazy component inside loads. When a Suspense boundary resolves by itself, React delays its content until
 * 300 ms after the page's last fallback; rendering it again shows the content at once.
 */
export function LoadingBoundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0)
  useEffect(() => arrivals.subscribe(lookAgain), [])
  return <Suspense fallback={fallback}>{children}</Suspense>
}

/** Makes a component that is loaded as a chunk of its own: `lazyComponent(async () => (await import('./screen.tsx')).Screen)`. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: PartOptions<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const begin = async (loading: ReturnType<typeof load>) => {
    loaded = await loading
    arrivals.notify()
    return loaded
  }
  const source: Source<Props> = {
    ...options,
    read() {
      // A render that has suspended with `use` is repeated, and has to call `use` then, although the component has loaded meanwhile.
      if (loaded && !loading) return loaded
      loading ??= begin(loadPart(load))
      return use(loading)
    },
    forget: () => {
      loading = undefined
    },
  }
  const view = (props: Props) => <Part source={source} props={props} />
  /** Loads the component before it is needed. If that fails, nothing is shown until the component is needed. */
  const preload = () => void (loaded ?? begin(load()).catch(() => undefined))
  return Object.assign(view, { preload })
}

interface PartProps<Props> {
  source: Source<Props>
  props: Props
}

function Part<Props extends object>({ source, props }: PartProps<Props>) {
  const { waiting, frame = (words) => words, forget } = source
  const content = <Content source={source} props={props} />
  return (
    <FailureBoundary
      onFailure={forget}
      fallback={(error) =>
        error instanceof PartLoadError ? frame(<NotLoaded message={error.detail} />, props) : undefined
      }
    >
      {waiting ? <LoadingBoundary fallback={waiting(props)}>{content}</LoadingBoundary> : content}
    </FailureBoundary>
  )
}

function Content<Props extends object>({ source, props }: PartProps<Props>) {
  const Loaded = source.read()
  return <Loaded {...props} />
}

const NotLoaded = ({ message }: { message: string }) => (
  <FailedState message={message} action="Reload" onRetry={() => void reloadIfOnline()} />
)
