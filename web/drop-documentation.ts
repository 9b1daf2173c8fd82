import { type Plugin, parseSync } from 'vite'

/** What an entry of the contract says to readers of the OpenAPI document alone. */
const words = ['summary', 'description', 'refusals', 'aliasOf']

/** What `lib/caller.ts` and the caches of its answers read of an entry. What is sent, only the server checks by the entry. */
const ofCallers = ['method', 'path', 'access', 'answer', 'success', 'conditional']

type IsDropped = (property: string) => boolean
const isOfDocument: IsDropped = (property) => words.includes(property)
const isOfServer: IsDropped = (property) => property !== '' && !ofCallers.includes(property)

/** From where to where a part of a source goes. */
interface Part {
  start: number
  end: number
}

interface Node extends Part {
  type: string
  [name: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])

const named = (value: unknown): string => (isNode(value) && value.type === 'Identifier' ? String(value.name) : '')

/** Whether a node calls `name`, or `z.name` and the like. */
function isCallOf(node: Node, name: string): boolean {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return false
  return named(node.callee) === name || named(node.callee.property) === name
}

/** `list` without some of its members, and the commas that are left over. */
const without = (list: readonly Node[], isDropped: (member: Node) => boolean): Part[] =>
  list.flatMap((member, i) => {
    if (!isDropped(member)) return []
    const next = list[i + 1]
    const isLast = list.slice(i).every(isDropped)
    return [
      isLast
        ? { start: list[i - 1]?.end ?? member.start, end: member.end }
        : { start: member.start, end: next?.start ?? member.end },
    ]
  })

function documentationIn(node: Node, isDropped: IsDropped): Part[] {
  const given = nodes(node.arguments)
  if (isCallOf(node, 'entry'))
    return given.flatMap(({ properties }) => without(nodes(properties), ({ key }) => isDropped(named(key))))
  if (!isCallOf(node, 'check') || !isNode(node.callee)) return []
  const isMeta = (argument: Node) => isCallOf(argument, 'meta')
  const [checked] = nodes(node.callee.object)
  if (given.every(isMeta) && checked && given.length > 0) return [{ start: checked.end, end: node.end }]
  return without(given, isMeta)
}

const partsIn = (node: Node, isDropped: IsDropped): Part[] => [
  ...documentationIn(node, isDropped),
  ...Object.values(node).flatMap((value) => nodes(value).flatMap((inner) => partsIn(inner, isDropped))),
]

/** The source of a module without what it says to the OpenAPI document, `z.meta` in checks among it; its lines stay where they are. */
export function withoutDocumentation(file: string, source: string, isDropped = isOfDocument): string {
  const { program } = parseSync(file, source)
  const parts = partsIn({ ...program }, isDropped).sort((one, other) => one.start - other.start)
  let kept = ''
  let at = 0
  for (const { start, end } of parts) {
    if (start < at) continue
    kept += source.slice(at, start) + source.slice(start, end).replace(/[^\n]/g, '')
    at = end
  }
  return kept + source.slice(at)
}

/** The modules in which the contract stands. */
export const contractModules = /\/shared\/(api|model)\/[\w-]+\.ts$/

const namesIn = (node: Node): string[] => [
  named(node),
  ...Object.values(node).flatMap((value) => nodes(value).flatMap(namesIn)),
]

/** The source of a module without imports of what it does not name: a bundler takes them for a need of the module. */
function withoutUnusedImports(file: string, source: string): string {
  const { program } = parseSync(file, source)
  const isImport = ({ type }: Node) => type === 'ImportDeclaration'
  const statements = nodes({ ...program }.body)
  const used = new Set(statements.filter((one) => !isImport(one)).flatMap(namesIn))
  const isUnused = ({ specifiers }: Node) => nodes(specifiers).every(({ local }) => !used.has(named(local)))
  return statements
    .filter((one) => isImport(one) && isUnused(one))
    .reduceRight(
      (left, { start, end }) => left.slice(0, start) + left.slice(start, end).replace(/[^\n]/g, '') + left.slice(end),
      source,
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
