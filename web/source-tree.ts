import { parseSync } from 'vite'

/** From where to where a part of a source goes. */
export interface Part {
  start: number
  end: number
}

export interface Node extends Part {
  type: string
  [name: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export const nodes = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []

/** The name that a node is; '' for everything else. */
export const named = (value: unknown): string =>
  isNode(value) && value.type === 'Identifier' ? String(value.name) : ''

/** The name at the end of `a.name`, or that a node is. */
const lastNameOf = (value: unknown): string => named(value) || (isNode(value) ? named(value.property) : '')

/** Whether a node calls `name`, or `z.name` and the like. */
export const isCallOf = (node: Node, ...names: readonly string[]) =>
  node.type === 'CallExpression' && names.includes(lastNameOf(node.callee))

/** What a node is made of. */
export const within = (node: Node): Node[] => Object.values(node).flatMap(nodes)

export function treeOf(file: string, source: string): Node {
  const { program } = parseSync(file, source)
  return { ...program }
}

/** The source with other texts in place of some parts of it; a part within another goes with that. */
export function withTexts(source: string, changes: readonly (Part & { text: string })[]): string {
  let kept = ''
  let at = 0
  for (const { start, end, text } of changes.toSorted((one, other) => one.start - other.start)) {
    if (start < at) continue
    kept += source.slice(at, start) + text
    at = end
  }
  return kept + source.slice(at)
}

/** What goes for `list` to lose some of its members: these, and the commas that would be left over. */
export const without = (list: readonly Node[], isDropped: (member: Node) => boolean): Part[] =>
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
