import { readFile, writeFile } from 'node:fs/promises'
import { isNamed, type KindName, kinds, limitOf, proposedLimitOf } from './limits.ts'

/** Figures by their kind and subject, such as `{ waits: { login: 2 } }`. */
export type Figures = Partial<Record<KindName, Record<string, number>>>

const isKind = (name: string): name is KindName => name in kinds

const kindNames = Object.keys(kinds).filter(isKind)

export interface Figure {
  kind: KindName
  subject: string
  value: number
}

/** Returns the figures one by one, in the order of the kinds and with as many digits as these have. */
export const figuresOf = (figures: Figures): Figure[] =>
  kindNames.flatMap((kind) =>
    Object.entries(figures[kind] ?? {}).map(([subject, value]) => ({
      kind,
      subject,
      value: Number(value.toFixed(kinds[kind].digits)),
    })),
  )

export function addFigure(figures: Figures, kind: KindName, subject: string, value: number): void {
  figures[kind] = { ...figures[kind], [subject]: value }
}

/** Returns the kinds, and the subjects with limits of their own, of which there is no figure, and figures that are not numbers. */
export const missingFrom = (figures: Figures): string[] =>
  kindNames.flatMap((kind) => {
    const { title, mostOf = {} } = kinds[kind]
    const found = Object.entries(figures[kind] ?? {})
    const missing = Object.keys(mostOf).filter((named) => !found.some(([subject]) => isNamed(named, subject)))
    const wrong = found.filter(([, value]) => !Number.isFinite(value)).map(([subject]) => subject)
    return found.length === 0 ? [title] : [...missing, ...wrong].map((subject) => `${title}: ${subject}`)
  })

export type Verdict = 'missed' | 'above the guide' | 'within the proposed limit' | 'grown by more than a tenth'

/** Compares a figure with its limit and with its last value. */
export function verdictOf({ kind, subject, value }: Figure, last?: number): Verdict | undefined {
  const { isGuide, mayGrow } = kinds[kind]
  if (value > (limitOf(kind, subject) ?? Number.POSITIVE_INFINITY)) {
    if (isGuide) return 'above the guide'
    return value <= (proposedLimitOf(kind, subject) ?? 0) ? 'within the proposed limit' : 'missed'
  }
  return mayGrow && last && value > last * mayGrow ? 'grown by more than a tenth' : undefined
}

/** The figures of the last run of `npm run bench -- limits`, and what they were measured on. */
export interface FiguresFile {
  date: string
  /** The commit, with a `+` if files had changed since. */
  commit: string
  cores: number
  /** The largest share of the processors that other work took when a part of the run began, in percent. */
  otherWork: number
  /** The numbers of deliveries in the tenants that were compared. */
  sizes: readonly number[]
  figures: Figures
}

const file = new URL('figures.json', import.meta.url)

export const readFigures = async (): Promise<FiguresFile> => JSON.parse(await readFile(file, 'utf8'))

/** Keeps the figures with as many digits as their kinds have. */
export async function writeFigures({ figures, ...about }: FiguresFile): Promise<void> {
  const rounded: Figures = {}
  for (const { kind, subject, value } of figuresOf(figures)) addFigure(rounded, kind, subject, value)
  await writeFile(file, `${JSON.stringify({ ...about, figures: rounded }, undefined, 2)}\n`)
}
