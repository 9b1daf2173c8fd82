import type { Plugin } from 'vite'
import { isCallOf, lastNameOf, type Node, named, nodes, type Part, treeOf, without, withTexts } from './source-tree.ts'

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
  'cancelQueries',
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
  // Nothing is rendered by a server, and no cache is restored.
  if (isCallOf(node, 'isServer', 'useIsRestoring')) return as('false')
  if (isUnset(node)) return as('undefined')
  const inner = Object.entries(node).flatMap(([key, value]) =>
    node.type === 'AssignmentExpression' && key === 'left' ? [] : nodes(value).flatMap(changesIn),
  )
  return [...dropped.map((part) => ({ ...part, text: '' })), ...inner]
}

/** Leaves out of the library of queries what no page does with it, which a bundler cannot tell of methods and options. */
export const trimQueries = (): Plugin => ({
  name: 'trim-queries',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/@tanstack\/(query-core|react-query)\/build\/modern\// },
    handler: (source, id) => ({ code: withTexts(source, changesIn(treeOf(id, source))), map: null }),
  },
})
