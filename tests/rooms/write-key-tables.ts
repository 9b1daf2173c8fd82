import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accessPatterns } from '#functions/data/table-keys.ts'

/**
 * This script writes the tables of keys and indexes into functions/data/README.md. With `--check` it only compares them with the
 * file.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const file = join(root, 'functions/data/README.md')

const hidden = /[\w-]{43,64}(?=$|#)/g
const code = (text: string) => `\`${text.replaceAll(hidden, '<SHA-256>')}\``
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const keys = accessPatterns().flatMap(({ question, example }) =>
  'sk' in example ? [[example.kind.name, code(example.pk), code(example.sk), question]] : [],
)
const indexes = accessPatterns().flatMap(({ question, example }) =>
  'index' in example && example.index
    ? [[code(example.index.name), code(example.pk), code(example.index.sort), question]]
    : [],
)
const printed = [
  table(['Item', 'pk', 'sk', 'Question'], keys),
  table(['Index', 'Partition', 'Sort key', 'Question'], indexes),
].join('\n\n')

const text = await readFile(file, 'utf8')
const [start, end] = ['<!-- keys -->', '<!-- end of keys -->']
const expected = `${text.slice(0, text.indexOf(start) + start.length)}\n${printed}\n${text.slice(text.indexOf(end))}`
if (!process.argv.includes('--check')) await writeFile(file, expected)
else if (text !== expected) {
  console.error('functions/data/README.md: the tables of keys are old: run `npm run keys`.')
  process.exitCode = 1
}
