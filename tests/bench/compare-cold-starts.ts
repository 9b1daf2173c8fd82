import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type BuildOptions, build } from 'esbuild'
import type { FunctionArea } from '#infra/area-needs.ts'
import { bundleFunctions } from '#infra/bundle-functions.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { readMyPermissions } from '#shared/api/own-permissions.ts'
import * as registration from '#shared/api/registration.ts'
import { gatewayEventOf } from './bench-app.ts'
import { gzipBytesAtStart } from './bundle-bytes.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { markdownTable, median } from './statistics.ts'

const run = promisify(execFile)
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The areas whose functions are measured: four whose callers wait for the response, and `workers`, which runs every minute. */
const measured: readonly FunctionArea[] = ['auth', 'users', 'registration', 'deliveries', 'workers']

/** Names a second case of the deliveries function, in which the first call also queries an index for a page of rows. */
const withAList = 'deliveries, a list'

interface Step {
  ms: number
  cpuMs: number
}

interface Cold {
  load: Step
  first: Step
  second: Step
  statusCode?: number
  /** The resident memory after both calls. */
  megabytes: number
}

/**
 * Starts new processes with an empty handler, with a bare handler on DynamoDB, and with the deployed functions. The columns
 * `cold × bare` and `in CPU time, × bare` show the time for loading and the first call as a multiple of the bare handler's. The
 * empty handler's time is subtracted from both.
 */
export async function compareColdStarts({ tenantId, token }: BenchTenant, rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-bench-'))
  try {
    const paths: Record<string, string> = await bundles(folder)
    const events: Record<string, unknown> = {
      auth: gatewayEventOf(auth.me, { token }),
      users: gatewayEventOf(readMyPermissions, { token }),
      registration: gatewayEventOf(registration.readSubscription, { token, params: { id: tenantId } }),
      deliveries: gatewayEventOf(deliveries.listTimeRanges, { token }),
      [withAList]: gatewayEventOf(deliveries.listDeliveries, { token, query: { view: 'past', status: 'cancelled' } }),
    }
    const samples: Record<string, Cold[]> = Object.fromEntries(Object.keys(paths).map((name) => [name, []]))
    for (let round = 0; round <= rounds; round++)
      for (const [name, path] of Object.entries(paths)) {
        const cold = await coldRun(folder, path, events[name] ?? {})
        if ((cold.statusCode ?? 200) !== 200) throw new Error(`${name} answered ${cold.statusCode}`)
        // The first round only warms the disk cache.
        if (round > 0) samples[name]?.push(cold)
      }
    return await present(paths, samples)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function coldRun(folder: string, path: string, event: unknown): Promise<Cold> {
  const command = [process.execPath, join(folder, 'cold-process.mjs'), pathToFileURL(path).href, JSON.stringify(event)]
  // On Linux the process is pinned to one core, as in a small Lambda function. The AWS stand-ins can use all cores.
  const [program = '', ...args] = process.platform === 'linux' ? ['taskset', '-c', '0', ...command] : command
  const { stdout } = await run(program, args)
  return JSON.parse(stdout)
}

async function present(paths: Record<string, string>, samples: Record<string, Cold[]>) {
  const of = (name: string, part: (cold: Cold) => number) => median((samples[name] ?? []).map(part))
  const cold = (name: string, unit: keyof Step) => of(name, ({ load, first }) => load[unit] + first[unit])
  const overBare = (name: string, unit: keyof Step) =>
    (cold(name, unit) - cold('empty', unit)) / (cold('bare', unit) - cold('empty', unit))
  const bareBytes = await gzipBytesAtStart(paths.bare ?? '')
  const rows = []
  for (const [name, path] of Object.entries(paths)) {
    const bytes = await gzipBytesAtStart(path)
    rows.push([
      name,
      (bytes / 1000).toFixed(0),
      (bytes / bareBytes).toFixed(2),
      of(name, ({ load }) => load.ms).toFixed(0),
      of(name, ({ first }) => first.ms).toFixed(1),
      of(name, ({ second }) => second.ms).toFixed(1),
      of(name, ({ first, second }) => first.ms / second.ms).toFixed(2),
      overBare(name, 'ms').toFixed(2),
      overBare(name, 'cpuMs').toFixed(2),
      of(name, ({ megabytes }) => megabytes).toFixed(0),
    ])
  }
  return markdownTable(
    [
      '',
      'KB gzip at once',
      '× bare',
      'load ms',
      '1st call ms',
      '2nd call ms',
      '1st/2nd',
      'cold × bare',
      'in CPU time, × bare',
      'MB',
    ],
    rows,
  )
}

async function bundles(folder: string) {
  await bundleFunctions(join(folder, 'functions'), measured)
  const bundle = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    mainFields: ['module', 'main'],
    logLevel: 'error',
  } satisfies BuildOptions
  await build({
    ...bundle,
    entryPoints: [here('bare-handler.ts')],
    outfile: join(folder, 'bare.mjs'),
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
  await build({ ...bundle, entryPoints: [here('cold-process.ts')], outfile: join(folder, 'cold-process.mjs') })
  const functionOf = (area: FunctionArea) => join(folder, 'functions', area, 'index.mjs')
  await writeFile(join(folder, 'empty.mjs'), 'export const handler = async () => ({ statusCode: 200 })')
  return {
    empty: join(folder, 'empty.mjs'),
    bare: join(folder, 'bare.mjs'),
    ...Object.fromEntries(measured.map((area) => [area, functionOf(area)])),
    [withAList]: functionOf('deliveries'),
  }
}
