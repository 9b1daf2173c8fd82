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

/** Whether a node asks for a promise: none of our schemas waits for anything. */
const asksForPromise = ({ type, operator, right }: Node) =>
  type === 'BinaryExpression' && operator === 'instanceof' && lastNameOf(right) === 'Promise'

/** Whether a node asks for the way back, from what was parsed to what was sent: no page goes it. */
const asksForWayBack = ({ type, operator, left }: Node) =>
  type === 'BinaryExpression' && operator === '===' && lastNameOf(left) === 'direction'

/** Whether a statement keeps a schema's regular expression, for schemas of texts that are made of others. */
function keepsPattern({ type, expression }: Node) {
  const [call] = nodes(expression)
  if (type !== 'ExpressionStatement' || !call || !isCallOf(call, 'defineLazyInternal')) return false
  return nodes(call.arguments).some(({ type, value }) => type === 'Literal' && value === 'pattern')
}

/** What schemas can besides, for whoever calls it. */
const uncalled = ['parseAsync', 'safeParseAsync', '~standard', 'register', 'brand', 'apply', 'with']

const isUncalled = ({ key }: Node) => nodes(key).some(({ name, value }) => uncalled.includes(String(name ?? value)))

/** Whether a node makes an error for who builds a schema wrongly, which shows before there is a build. */
const tellsDeveloper = ({ type, callee }: Node) => type === 'NewExpression' && named(callee) === 'Error'

function changesIn(node: Node): (Part & { text: string })[] {
  const { start, end } = node
  if (asksForPromise(node) || asksForWayBack(node)) return [{ start, end, text: 'false' }]
  if (keepsPattern(node)) return [{ start, end, text: ';' }]
  if (tellsDeveloper(node)) return [{ start, end, text: 'Error()' }]
  const members = node.type === 'ObjectExpression' ? nodes(node.properties) : []
  if (members.length > 0 && members.every(isUncalled)) return [{ start, end, text: '{}' }]
  const dropped = without(members, isUncalled)
  return [...dropped.map((part) => ({ ...part, text: '' })), ...within(node).flatMap(changesIn)]
}

/** Leaves out of zod what schemas of ours never do, which a bundler cannot tell. */
export const trimSchemas = (): Plugin => ({
  name: 'trim-schemas',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/zod\/v4\/(core|mini)\// },
    handler: (source, id) => ({ code: withTexts(source, changesIn(treeOf(id, source))), map: null }),
  },
})
