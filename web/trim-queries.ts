import type { Plugin } from 'vite'
import {
  isCallOf,
  lastNameOf,
  type Node,
  named,
  nodes,
  type Part,
  treeOf,
  within,
  without,
  withTexts,
} from './source-tree.ts'

type Change = Part & { text: string }

/** What nobody calls, neither a page nor the library itself. */
const uncalled = [
  'ensureInfiniteQueryData',
  'ensureQueryData',
  'fetchOptimistic',
  'find',
  'getCurrentQuery',
  'getDefaultOptions',
  'getQueriesData',
  'getQueryData',
  'getQueryState',
  'infiniteQuery',
  'isFetching',
  'isMutating',
  'isStale',
  'notify',
  'promise',
  'query',
  'queryType',
  'resetQueries',
  'resetState',
  'resumePausedMutations',
  'setBatchNotifyFunction',
  'setDefaultOptions',
  'setMutationDefaults',
  'setNotifyFunction',
  'setQueryDefaults',
  'setScheduler',
  'setTimeoutProvider',
]

/** What no page asks for. */
const unset = [
  'behavior',
  'getPreviousPageParam',
  'initialData',
  'initialDataUpdatedAt',
  'initialPromise',
  'maxPages',
  'mutationKey',
  'notifyOnChangeProps',
  'pages',
  'persister',
  'placeholderData',
  'queryKeyHashFn',
  'refetchIntervalInBackground',
  'retryOnMount',
  'scope',
  'select',
  'structuralSharing',
  'subscribed',
  'suspense',
  'throwOnError',
]

/** Nothing is rendered by a server, no cache is restored, no mutation waits for a network; no query suspends its screen or throws there. */
const answeredNo = [
  'ensurePreventErrorBoundaryRetry',
  'ensureSuspenseTimers',
  'getHasError',
  'isServer',
  'resumePausedMutations',
  'shouldSuspend',
  'useClearResetErrorBoundary',
  'useIsRestoring',
  'useQueryErrorResetBoundary',
]

/** What our caches are not told to do; mutations are. */
const unsetOfCaches = ['onMutate', 'onSettled', 'onSuccess']

function isUnset({ type, object, property }: Node) {
  const of = nodes(object).map(lastNameOf).join()
  if (type !== 'MemberExpression') return false
  return (
    (/options$/i.test(of) && unset.includes(named(property))) ||
    (of === 'config' && unsetOfCaches.includes(named(property)))
  )
}

const isUncalled = ({ key }: Node) => uncalled.includes(named(key))

/** A function among the members of an object. */
const isUncalledMember = (member: Node) =>
  isUncalled(member) && nodes(member.value).some(({ type }) => /Function/.test(type))

/** Whether a statement checks an option: the types of ours are checked already. */
const checksOption = ({ type, consequent }: Node) =>
  type === 'IfStatement' && nodes(consequent).some((one) => one.type === 'ThrowStatement' && throwsError(one))

const throwsError = ({ argument }: Node) => nodes(argument).some((one) => one.type === 'NewExpression')

/** Whether a statement tells the listeners of a cache, of whom there are none. */
function tellsCache({ type, expression }: Node) {
  const [call] = nodes(expression)
  return type === 'ExpressionStatement' && call?.type === 'CallExpression' && isMemberOf(call.callee, 'notify')
}

const isMemberOf = (node: unknown, name: string) =>
  nodes(node).some(({ type, property }) => type === 'MemberExpression' && named(property) === name)

function changesIn(node: Node): Change[] {
  const as = (text: string): Change[] => [{ start: node.start, end: node.end, text }]
  if (node.type === 'MethodDefinition' && isUncalled(node)) return as('')
  const dropped = node.type === 'ObjectExpression' ? without(nodes(node.properties), isUncalledMember) : []
  if (tellsCache(node) || checksOption(node)) return as(';')
  if (isCallOf(node, ...answeredNo)) return as('false')
  if (isUnset(node)) return as('undefined')
  const inner = Object.entries(node).flatMap(([key, value]) =>
    node.type === 'AssignmentExpression' && key === 'left' ? [] : nodes(value).flatMap(changesIn),
  )
  return [...dropped.map((part) => ({ ...part, text: '' })), ...inner]
}

/** What takes options of the library, or is called on it. */
const asks = /^(use\w*(Query|Mutation|Pages)|\w+Query|QueryClient|QueryCache|MutationCache|queryOf)$/

/** The options that a node names, without what its functions name. */
const namesOfOptions = (node: Node): string[] =>
  /Function/.test(node.type) ? [] : [named(node.key), ...within(node).flatMap(namesOfOptions)].filter(Boolean)

/** What one of our modules asks of the library although the pages do not have it. */
export function trimmedIn(file: string, source: string): string[] {
  const trimmedOf = (node: Node): string[] => {
    const called = nodes(node.callee).map(lastNameOf).join()
    const options = asks.test(called) ? nodes(node.arguments).flatMap(namesOfOptions) : []
    const on = lastNameOf(node.object) === 'queryClient' ? [named(node.property)] : []
    return [
      ...options.filter((name) => unset.includes(name)),
      ...on.filter((name) => uncalled.includes(name)),
      ...within(node).flatMap(trimmedOf),
    ]
  }
  return [...new Set(trimmedOf(treeOf(file, source)))]
}

/** Fails the build where a page asks for what `trimQueries` leaves out: there it would do nothing, and only there. */
export const refuseTrimmed = (): Plugin => ({
  name: 'refuse-trimmed',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/, code: /@tanstack\/react-query|use\w*(Query|Mutation|Pages)|queryClient/ },
    handler(source, id) {
      const [name] = trimmedIn(id, source)
      if (name) this.error(`web/trim-queries.ts leaves out ${name}: take it from its lists`)
    },
  },
})

/** Leaves out of the library of queries what no page does with it, which a bundler cannot tell of methods and options. */
export const trimQueries = (): Plugin => ({
  name: 'trim-queries',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/@tanstack\/(query-core|react-query)\/build\/modern\// },
    handler: (source, id) => ({ code: withTexts(source, changesIn(treeOf(id, source))), map: null }),
  },
})
