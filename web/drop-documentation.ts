import type { Plugin } from 'vite'
import { isCallOf, type Node, named, nodes, type Part, treeOf, within, without, withTexts } from './source-tree.ts'

/** What an entry of the contract says to readers of the OpenAPI document alone. */
const words = ['summary', 'description', 'refusals', 'aliasOf']

/** What `lib/api/caller.ts` and the caches of its answers read of an entry. What is sent, only the server checks by the entry. */
const ofCallers = ['method', 'path', 'access', 'answer', 'success', 'conditional']

/** The ends of lines within a part, so that the lines after it stay where they are. */
const linesOf = (source: string, { start, end }: Part) => source.slice(start, end).replace(/[^\n]/g, '')

type IsDropped = (property: string) => boolean
const isOfDocument: IsDropped = (property) => words.includes(property)
const isOfServer: IsDropped = (property) => property !== '' && !ofCallers.includes(property)

function documentationIn(node: Node, isDropped: IsDropped): Part[] {
  const given = nodes(node.arguments)
  if (isCallOf(node, 'entry'))
    return given.flatMap(({ properties }) => without(nodes(properties), ({ key }) => isDropped(named(key))))
  const [callee] = nodes(node.callee)
  if (!callee || !isCallOf(node, 'check')) return []
  const isMeta = (argument: Node) => isCallOf(argument, 'meta')
  const [checked] = nodes(callee.object)
  if (given.every(isMeta) && checked && given.length > 0) return [{ start: checked.end, end: node.end }]
  return without(given, isMeta)
}

const partsIn = (node: Node, isDropped: IsDropped): Part[] => [
  ...documentationIn(node, isDropped),
  ...within(node).flatMap((inner) => partsIn(inner, isDropped)),
]

/** The source of a module without what it says to the OpenAPI document, `z.meta` in checks among it; its lines stay where they are. */
export function withoutDocumentation(file: string, source: string, isDropped = isOfDocument): string {
  const parts = partsIn(treeOf(file, source), isDropped)
  return withTexts(
    source,
    parts.map((part) => ({ ...part, text: linesOf(source, part) })),
  )
}

/** The modules in which the contract stands. */
export const contractModules = /\/shared\/(api|model)\/[\w-]+\.ts$/

const namesIn = (node: Node): string[] => [named(node), ...within(node).flatMap(namesIn)]

/** The source of a module without imports of what it does not name: a bundler takes them for a need of the module. */
function withoutUnusedImports(file: string, source: string): string {
  const isImport = ({ type }: Node) => type === 'ImportDeclaration'
  const statements = nodes(treeOf(file, source).body)
  const used = new Set(statements.filter((one) => !isImport(one)).flatMap(namesIn))
  const isUnused = ({ specifiers }: Node) => nodes(specifiers).every(({ local }) => !used.has(named(local)))
  const unused = statements.filter((one) => isImport(one) && isUnused(one))
  return withTexts(
    source,
    unused.map((part) => ({ start: part.start, end: part.end, text: linesOf(source, part) })),
  )
}

/** The same without what an entry says to the server. */
export const withoutServerSide = (file: string, source: string) =>
  withoutUnusedImports(file, withoutDocumentation(file, source, isOfServer))

/**
 * Leaves out of the pages what the contract says to readers of the OpenAPI document and to the server alone. A page that needs the schema
 * of a body, as a form does, imports it from its model.
 */
export const dropDocumentation = (): Plugin => ({
  name: 'drop-documentation',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: contractModules },
    handler: (source, id) => ({ code: withoutServerSide(id, source), map: null }),
  },
})
