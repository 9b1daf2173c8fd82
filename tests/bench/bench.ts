import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Extent, extents } from './extents.ts'
import { type Figures, figuresOf, missingFrom, readFigures, verdictOf, writeFigures } from './figures.ts'
import { kinds, limitOf, proposedLimitOf } from './limits.ts'
import { commitOf, thisCheckout } from './local-product.ts'
import { markdownTable } from './markdown-table.ts'
import { measureCalls } from './measure-calls.ts'
import { measureCosts } from './measure-costs.ts'
import { measureFunctions } from './measure-functions.ts'
import { measureKnownAddresses } from './measure-known-addresses.ts'
import { measureLargeDay } from './measure-large-day.ts'
import { measureLargeJobs } from './measure-large-jobs.ts'
import { measurePages } from './measure-pages.ts'
import { weighPages } from './weigh-pages.ts'

/** Each part returns the figures of each root. What compares a state only with itself is measured for the first root alone. */
const parts: Readonly<Record<string, (extent: Extent) => Promise<Figures[]>>> = {
  pages: measurePages,
  day: measureLargeDay,
  functions: measureFunctions,
  calls: measureCalls,
  costs: measureCosts,
  jobs: measureLargeJobs,
  addresses: measureKnownAddresses,
  weights: weighPages,
}

// `npm run bench [-- limits | part …] [--size small|full] [--beside <checkout>]`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: 'usual' }, beside: { type: 'string', multiple: true, default: [] } },
})
const keepsFigures = positionals.includes('limits')
const chosen = positionals.filter((word) => word !== 'limits')
const extent = extents[values.size]
const unknown = chosen.find((name) => !(name in parts))
if (!extent || unknown)
  throw new Error(`There is no ${unknown ?? values.size}, but ${Object.keys({ ...parts, ...extents })}`)

const roots = [thisCheckout, ...values.beside.map((path) => resolve(path))]
const [commit = '', ...others] = roots.map(commitOf)
const last = await readFigures()
const found: Figures = {}
const verdicts: string[] = []
let otherWork = 0
for (const [name, measure] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  otherWork = Math.max(otherWork, await busyPercent())
  console.log(`Measuring ${name} …`)
  const started = performance.now()
  const figures = await measure({ ...extent, roots })
  Object.assign(found, figures[0])
  console.log(`\n## ${name} (after ${((performance.now() - started) / 60_000).toFixed(1)} min)\n`)
  console.log(tableOf(figures))
}
console.log(`\nOther work took up to ${otherWork} % of the processors as the parts began.`)
const missing = chosen.length === 0 ? missingFrom(found) : []
if (missing.length > 0) throw new Error(`Not measured: ${missing.join('; ')}`)
for (const verdict of verdicts) console.log(verdict)
if (keepsFigures && chosen.length === 0)
  if (otherWork > 10 || values.size === 'small')
    console.log('These figures are not kept: the machine or the run was not fit for it.')
  else {
    const date = new Date().toISOString().slice(0, 10)
    await writeFigures({ date, commit, cores: cpus().length, otherWork, sizes: extent.sizes, figures: found })
    // Writes the tables of the README when it is loaded.
    await import('./write-figure-tables.ts')
  }
if (keepsFigures && verdicts.some((verdict) => verdict.startsWith('missed'))) process.exitCode = 1

function tableOf([own = {}, ...beside]: readonly Figures[]): string {
  const rows = figuresOf(own).map((figure) => {
    const { kind, subject, value } = figure
    const name = `${kinds[kind].title}: ${subject}`
    const before = last.figures[kind]?.[subject]
    const verdict = verdictOf(figure, before)
    if (verdict) verdicts.push(`${verdict}: ${name} ${value}`)
    const digits = (one?: number) => (one === undefined ? '–' : one.toFixed(kinds[kind].digits))
    const there = others.map((_, i) => digits(beside[i]?.[kind]?.[subject]))
    const limits = [limitOf(kind, subject), proposedLimitOf(kind, subject)].map(digits)
    return [name, digits(value), ...limits, digits(before), ...there, verdict ?? '']
  })
  return markdownTable(['figure', commit, 'limit', 'proposed', `last (${last.commit})`, ...others, ''], rows)
}

/** Returns how busy the processors are while the bench does nothing, in percent. */
async function busyPercent(): Promise<number> {
  const sums = () => {
    const all = cpus().flatMap(({ times }) => Object.values(times))
    return { all: all.reduce((sum, ms) => sum + ms, 0), idle: cpus().reduce((sum, { times }) => sum + times.idle, 0) }
  }
  const before = sums()
  await setTimeout(2000)
  const after = sums()
  return Math.round(100 * (1 - (after.idle - before.idle) / (after.all - before.all)))
}
