import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Literal {
  file: string
  /** As people read it: JSX text on one line, `{}` for what a template fills in. */
  text: string
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function textOf(node: Record<string, unknown>): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText' && typeof node.value === 'string') return oneLine(node.value)
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map((quasi) => (isNode(quasi.value) ? String(quasi.value.cooked) : '')).join('{}')
}

function collect(node: unknown, found: string[]) {
  if (!isNode(node)) return
  if (node.type === 'TSLiteralType') return
  const text = textOf(node)
  if (text) found.push(text)
  for (const [part, child] of Object.entries(node)) if (part !== 'key') collect(child, found)
}

/** Every text in the product's own source, without comments, types and keys of objects. */
export async function productLiterals(): Promise<Literal[]> {
  const files = ['web', 'shared', 'functions'].flatMap((room) =>
    globSync(`${room}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/dist/**', '**/*.d.ts'] }),
  )
  const found = await Promise.all(
    files.map(async (file) => {
      const texts: string[] = []
      collect(parseSync(file, await readFile(join(root, file), 'utf8')).program, texts)
      return texts.map((text) => ({ file, text }))
    }),
  )
  return found.flat()
}
