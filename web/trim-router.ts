import type { Plugin } from 'vite'
import { isCallOf, lastNameOf, type Node, named, nodes, type Part, treeOf, withTexts } from './source-tree.ts'

type Change = Part & { text: string }

/** What the library holds of its other mode, in which the router itself loads data. Declarative routes have none of it. */
const ofDataRouters: ReadonlyMap<string, string> = new Map([
  ['dataRouterContext', 'null'],
  ['dataRouterOpts', 'null'],
  ['dataRouterState', 'null'],
  ['isDataRoute', 'false'],
])
const contexts = ['DataRouterContext', 'DataRouterStateContext']

/** Where a name is not read. */
const notRead: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  AssignmentExpression: ['left'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  MemberExpression: ['property'],
  Property: ['key'],
  ExportSpecifier: ['local', 'exported'],
}

function changesIn(node: Node): Change[] {
  const as = (text: string): Change[] => [{ start: node.start, end: node.end, text }]
  const text = ofDataRouters.get(named(node))
  if (text) return as(text)
  if (node.type === 'Property' && node.shorthand) return []
  if (node.type === 'ExpressionStatement') {
    const [said] = nodes(node.expression)
    if (said && isCallOf(said, 'warning', 'warningOnce')) return as(';')
    if (said && ['displayName', 'contextType'].includes(lastNameOf(said.left))) return as(';')
  }
  const [first, second] = nodes(node.arguments)
  if (isCallOf(node, 'useContext') && contexts.includes(named(first))) return as('null')
  const inner = Object.entries(node).flatMap(([key, value]) =>
    notRead[node.type]?.includes(key) && !node.computed ? [] : nodes(value).flatMap(changesIn),
  )
  if (isCallOf(node, 'forwardRef', 'createContext'))
    return [{ start: node.start, end: node.start, text: '/* @__PURE__ */ ' }, ...inner]
  if (!isCallOf(node, 'invariant') || !first || !second) return inner
  return [...inner.filter(({ start }) => start < first.end), { start: first.end, end: second.end, text: '' }]
}

/** A bundler cannot tell that the pages never enter the router's other mode, and keeps what a library writes into, used or not. */
export const trimRouter = (): Plugin => ({
  name: 'trim-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: (source, id) => ({ code: withTexts(source, changesIn(treeOf(id, source))), map: null }),
  },
})
