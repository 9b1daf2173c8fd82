import { readFile, writeFile } from 'node:fs/promises'
import { type Figure, figuresOf, readFigures, verdictOf } from './figures.ts'
import { type KindName, kinds, limitOf, proposedLimitOf } from './limits.ts'
import { markdownTable } from './markdown-table.ts'

/** The kinds that have a figure for each page, and those that have one for each call. The others get a line for each figure. */
const pageKinds: readonly KindName[] = ['phoneMs', 'phone', 'again', 'waits', 'shift', 'script', 'ownScript', 'css']
const callKinds: readonly KindName[] = ['p50', 'itemsPerRow', 'tableWaits', 'tableRequests']

const file = new URL('../README.md', import.meta.url)
const [start, end] = ['<!-- figures -->', '<!-- end of figures -->']

/** Returns the value, in bold if it is above its limit. */
function cellOf(figure: Figure | undefined): string {
  if (!figure) return ''
  return verdictOf(figure) ? `**${figure.value}**` : String(figure.value)
}

/** Returns a table with a line for each subject and a column for each kind. */
function tableBySubject(what: string, columns: readonly KindName[], figures: readonly Figure[]): string {
  const ofColumns = figures.filter(({ kind }) => columns.includes(kind))
  const subjects = [...new Set(ofColumns.map(({ subject }) => subject))]
  const lineOf = (subject: string) =>
    columns.map((column) => cellOf(ofColumns.find((one) => one.kind === column && one.subject === subject)))
  return markdownTable(
    [what, ...columns.map((column) => kinds[column].title)],
    [
      ['limit', ...columns.map((kind) => limitsOf(kinds[kind].most, kinds[kind].mostOf))],
      ['proposed limit', ...columns.map((kind) => limitsOf(kinds[kind].proposed, kinds[kind].proposedOf))],
      ...subjects.map((subject) => [subject, ...lineOf(subject)]),
    ],
  )
}

/** Names the limits of a kind: first those of some subjects, then that of all others. */
function limitsOf(general: number | undefined, named: Readonly<Record<string, number>> = {}): string {
  const limits = Object.entries(named).map(([subject, limit]) => `${subject} ${limit}`)
  return [...limits, ...(general === undefined ? [] : [String(general)])].join('; ')
}

/**
 * `npm run figures` writes the tables of figures.json into the README of the tests. With `--check` it only compares them with the
 * file.
 */
const { date, commit, cores, otherWork, sizes, figures } = await readFigures()
const all = figuresOf(figures)
const others = all.filter(({ kind }) => !pageKinds.includes(kind) && !callKinds.includes(kind))
const [small = '', large = ''] = sizes.map((size) => size.toLocaleString('en-US'))
const tables = [
  `On ${date} at ${commit}, on ${cores} cores, of which other work took up to ${otherWork} % when a part began. The tenants have ${small} and ${large} deliveries, and as many events. What is above its limit is in bold.`,
  markdownTable(
    ['figure', 'limit', 'proposed limit', 'measured'],
    others.map((figure) => [
      `${kinds[figure.kind].title}: ${figure.subject}`,
      limitOf(figure.kind, figure.subject) ?? '',
      proposedLimitOf(figure.kind, figure.subject) ?? '',
      cellOf(figure),
    ]),
  ),
  tableBySubject('page', pageKinds, all),
  tableBySubject('call', callKinds, all),
].join('\n\n')
const printed = all.length > 0 ? tables : 'No run on a quiet machine has kept its figures yet.'

const text = await readFile(file, 'utf8')
const expected = `${text.slice(0, text.indexOf(start) + start.length)}\n${printed}\n${text.slice(text.indexOf(end))}`
if (!process.argv.includes('--check')) await writeFile(file, expected)
else if (text !== expected) {
  console.error('tests/README.md: the tables of figures are old: run `npm run figures`.')
  process.exitCode = 1
}
