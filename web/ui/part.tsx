import { type ComponentType, type ReactNode, Suspense, use, useTransition } from 'react'
import { PartError } from '../lib/browser-error.ts'
import { reload } from '../lib/reload.ts'
import { Failed } from './failed.tsx'
import { FailureBoundary } from './failure-boundary.tsx'

interface PartOptions<Props> {
  /** Stands in its place while it comes; without one, what is around it waits as well. */
  waiting?: (props: Props) => ReactNode
  /** What is put around the words that it has not come. */
  frame?: (words: ReactNode, props: Props) => ReactNode
}

interface Source<Props> extends PartOptions<Props> {
  /** The component once it is here. */
  read: () => ComponentType<Props>
  /** Lets the next `read` ask for it again. */
  forget: () => void
}

/** A component in a chunk of its own: `part(async () => (await import('./screen.tsx')).Screen)`. */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: PartOptions<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const begin = async () => {
    loaded = await load()
    return loaded
  }
  const source: Source<Props> = {
    ...options,
    read() {
      if (loaded) return loaded
      loading ??= begin()
      return use(loading)
    },
    forget: () => {
      loading = undefined
    },
  }
  const view = (props: Props) => <Part source={source} props={props} />
  /** Asks for it before it is needed. A failure is told once it is. */
  const preload = () => void begin().catch(() => undefined)
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
      fallback={(error, retry) =>
        error instanceof PartError ? frame(<NotLoaded error={error} onRetry={retry} />, props) : undefined
      }
    >
      {waiting ? <Suspense fallback={waiting(props)}>{content}</Suspense> : content}
    </FailureBoundary>
  )
}

function Content<Props extends object>({ source, props }: PartProps<Props>) {
  const Loaded = source.read()
  return <Loaded {...props} />
}

function NotLoaded({ error: { detail, isOutdated, needsReload }, onRetry }: { error: PartError; onRetry: () => void }) {
  const [isTrying, startTrying] = useTransition()
  return (
    <Failed
      message={isOutdated ? detail : `This part of Carelane could not be loaded. ${detail}`}
      action={needsReload ? 'Reload' : 'Try again'}
      busy={isTrying}
      onRetry={() => (needsReload ? reload() : startTrying(onRetry))}
    />
  )
}
