import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { bundleFunctions } from '#infra/bundle-functions.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { type BenchTenant, eventOf } from './bench-house.ts'
import { markdownTable, median } from './statistics.ts'

const run = promisify(execFile)
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const rounds = 15

interface Cold {
  importMs: number
  callMs: number
  statusCode: number
}

/** First requests in fresh processes: an empty handler, a bare one on DynamoDB, and the deliveries function as it is deployed. */
export async function compareCold({ token }: BenchTenant): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-bench-'))
  try {
    const paths = await bundles(folder)
    const event = JSON.stringify(
      eventOf(deliveries.listDeliveries, { token, query: { view: 'past', status: 'cancelled' } }),
    )
    const samples: Record<keyof typeof paths, Cold[]> = { empty: [], bare: [], ours: [] }
    for (let round = 0; round <= rounds; round++)
      for (const name of ['empty', 'bare', 'ours'] as const) {
        const { stdout } = await run(process.execPath, [
          here('cold-process.ts'),
          pathToFileURL(paths[name]).href,
          event,
        ])
        const cold: Cold = JSON.parse(stdout)
        if (cold.statusCode !== 200) throw new Error(`${name} answered ${cold.statusCode}`)
        // The first round warms the disk's cache.
        if (round > 0) samples[name].push(cold)
      }
    const of = (name: keyof typeof paths, part: 'importMs' | 'callMs') =>
      median(samples[name].map((cold) => cold[part]))
    const total = (name: keyof typeof paths) => of(name, 'importMs') + of(name, 'callMs')
    const row = (label: string, name: keyof typeof paths, kilobytes: string) => [
      label,
      kilobytes,
      of(name, 'importMs').toFixed(0),
      of(name, 'callMs').toFixed(0),
      ((total(name) - total('empty')) / (total('bare') - total('empty'))).toFixed(2),
    ]
    return markdownTable(
      ['', 'KB gzip, loaded at once', 'import ms', 'first call ms', 'cold start, × bare'],
      [
        row('empty handler', 'empty', '0'),
        row('bare handler, one read', 'bare', await staticKilobytes(paths.bare)),
        row('Carelane, an authenticated list', 'ours', await staticKilobytes(paths.ours)),
      ],
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function bundles(folder: string) {
  await bundleFunctions(join(folder, 'functions'))
  await build({
    entryPoints: [here('bare-handler.ts')],
    outfile: join(folder, 'bare.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  await writeFile(join(folder, 'empty.mjs'), 'export const handler = async () => ({ statusCode: 200 })')
  return {
    empty: join(folder, 'empty.mjs'),
    bare: join(folder, 'bare.mjs'),
    ours: join(folder, 'functions/deliveries/index.mjs'),
  }
}

/** The entry with every chunk that it imports statically. */
async function staticKilobytes(entry: string): Promise<string> {
  const folder = join(entry, '..')
  const chunks = new Set(await readdir(folder))
  const seen = new Set<string>()
  let bytes = 0
  const visit = async (name: string) => {
    if (seen.has(name) || !chunks.has(name)) return
    seen.add(name)
    const text = await readFile(join(folder, name), 'utf8')
    bytes += gzipSync(text, { level: 9 }).length
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) await visit(imported)
  }
  await visit(entry.slice(folder.length + 1))
  return (bytes / 1000).toFixed(0)
}
