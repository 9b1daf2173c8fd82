import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { FunctionArea } from '#infra/area-needs.ts'
import { bundleHandler } from '#infra/bundle-functions.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { readMyPermissions } from '#shared/api/own-permissions.ts'
import * as registration from '#shared/api/registration.ts'
import { gatewayEventOf } from './bench-app.ts'
import { gzipBytesAtStart } from './bundle-bytes.ts'
import type { Extent } from './extents.ts'
import type { Figures } from './figures.ts'
import { type Product, signIn, withProducts } from './local-product.ts'
import { startRecorder } from './record-requests.ts'
import { Samples } from './statistics.ts'

const run = promisify(execFile)

/** The areas whose functions are measured: four whose callers wait for the response, and `workers`, which runs every minute. */
const areas: readonly FunctionArea[] = ['auth', 'users', 'registration', 'deliveries', 'workers']

/** How often a warm process makes each call whose CPU time is measured. */
const warmCalls = 300

interface Step {
  ms: number
  cpuMs: number
}

type Measured = Record<'load' | 'first' | 'warm', Step> & { statusCode?: number }

/** A function and the event with which it is called, in the environment of its product. */
interface Called {
  file: string
  event: unknown
  environment: Product['environment']
}

interface Bench {
  folder: string
  /** The calls of each product whose cold starts are measured, and those whose CPU time is measured, by name. */
  products: readonly Record<'cold' | 'warm', Record<string, Called>>[]
  processes: number
}

/**
 * Measures the functions of each product as they are deployed, in new processes and in turn with bare functions that are bundled
 * alike: their cold starts, what they load at once, and the CPU time of warm calls.
 */
export const measureFunctions = ({ roots, processes }: Extent): Promise<Figures[]> =>
  withProducts(roots, async (products) => {
    const folder = await mkdtemp(join(tmpdir(), 'carelane-bench-'))
    try {
      await writeFile(join(folder, 'empty.mjs'), 'export const handler = async () => ({ statusCode: 200 })')
      for (const name of ['function-process', 'bare-handler', 'replay-handler'])
        await bundleHandler(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), join(folder, name))
      const bundled = await Promise.all(products.map((product, i) => bundledCalls(product, join(folder, `${i}`))))
      const bench = { folder, products: bundled, processes }
      const [cold, warm] = [await coldStarts(bench), await cpuTimes(bench)]
      return cold.map((figures, i) => ({ ...figures, ...warm[i] }))
    } finally {
      await rm(folder, { recursive: true })
    }
  })

/** Bundles the functions of a product by its own code, and returns the calls that are measured. */
async function bundledCalls({ root, environment, origin }: Product, folder: string) {
  const { bundleFunctions }: typeof import('#infra/bundle-functions.ts') = await import(
    pathToFileURL(join(root, 'infra/bundle-functions.ts')).href
  )
  await bundleFunctions(folder, areas)
  const { token, tenantId, call: callApi } = await signIn({ origin })
  const [past] = await callApi('GET', '/deliveries?view=past')
  const call = (area: FunctionArea, entry: Entry, input: object = {}): Called => ({
    file: join(folder, area, 'index.mjs'),
    environment,
    event: gatewayEventOf(entry, { token, ...input }),
  })
  const list = call('deliveries', deliveries.listDeliveries, {
    query: { view: 'past', status: 'delivered', limit: '21' },
  })
  return {
    cold: {
      auth: call('auth', auth.me),
      users: call('users', readMyPermissions),
      registration: call('registration', registration.readSubscription, { params: { id: tenantId } }),
      deliveries: call('deliveries', deliveries.listTimeRanges),
      'deliveries, a list': list,
      workers: { file: join(folder, 'workers/index.mjs'), environment, event: {} },
    },
    warm: { list, detail: call('deliveries', deliveries.readDelivery, { params: { id: past.id } }) },
  }
}

/** Starts a new process that calls a function once, and then more often if `calls` is given. */
async function start(folder: string, { file, event, environment }: Called, calls = 0): Promise<Measured> {
  const script = join(folder, 'function-process/index.mjs')
  const command = [process.execPath, script, pathToFileURL(file).href, JSON.stringify(event), String(calls)]
  // On Linux the process is pinned to one core, as in a small Lambda function. The AWS stand-ins can use all cores.
  const [program = '', ...args] = process.platform === 'linux' ? ['taskset', '-c', '0', ...command] : command
  const { stdout } = await run(program, args, { env: { ...environment, LOG_LEVEL: 'SILENT' } })
  const measured: Measured = JSON.parse(stdout)
  if ((measured.statusCode ?? 200) !== 200) throw new Error(`${file} answered ${measured.statusCode}`)
  return measured
}

/** Measures the time for loading and the first call, without that of an empty function. */
async function coldStarts({ folder, products, processes }: Bench): Promise<Figures[]> {
  const environment = Object.values(products[0]?.cold ?? {})[0]?.environment ?? {}
  const bare = { file: join(folder, 'bare-handler/index.mjs'), event: {}, environment }
  const groups = [{ empty: { ...bare, file: join(folder, 'empty.mjs') }, bare }, ...products.map(({ cold }) => cold)]
  const measured = groups.map((calls) => ({ calls, cold: new Samples() }))
  for (let round = 0; round <= processes; round++)
    for (const { calls, cold } of measured)
      for (const [name, called] of Object.entries(calls)) {
        const { load, first } = await start(folder, called)
        // The first round only warms the disk cache.
        if (round > 0) cold.add(name, load.ms + first.ms)
      }
  const [base, ...ours] = measured
  const { empty = 0, bare: bareMs = Number.NaN } = base?.cold.medians() ?? {}
  const bareBytes = await gzipBytesAtStart(bare.file)
  const figures: Figures[] = []
  for (const { calls, cold } of ours) {
    const startBytes: Record<string, number> = {}
    for (const [name, { file }] of Object.entries(calls)) startBytes[name] = (await gzipBytesAtStart(file)) / bareBytes
    figures.push({ cold: cold.medians((ms) => (ms - empty) / (bareMs - empty)), startBytes })
  }
  return figures
}

/** Compares the CPU time of warm calls with that of a bare function that makes the same requests to the table. */
async function cpuTimes({ folder, products, processes }: Bench): Promise<Figures[]> {
  const pairs = []
  for (const [i, { warm }] of products.entries())
    for (const [name, ours] of Object.entries(warm)) {
      const event = { waves: await requestsOf(ours) }
      pairs.push({ i, name, ours, bare: { ...ours, event, file: join(folder, 'replay-handler/index.mjs') } })
    }
  const ratios = products.map(() => new Samples())
  for (let round = 0; round < Math.ceil(processes / 5); round++)
    for (const { i, name, ours, bare } of pairs) {
      const [own, least] = [await start(folder, ours, warmCalls), await start(folder, bare, warmCalls)]
      ratios[i]?.add(name, own.warm.cpuMs / least.warm.cpuMs)
    }
  return ratios.map((samples) => ({ cpu: samples.medians() }))
}

/** Returns the requests to the table that a function makes when it is called for the second time. */
async function requestsOf({ file, event, environment }: Called) {
  const recorder = await startRecorder(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '')
  try {
    // The SDK reads the environment of the process at its first call.
    Object.assign(process.env, environment, { AWS_ENDPOINT_URL_DYNAMODB: recorder.endpoint, LOG_LEVEL: 'SILENT' })
    const { handler } = await import(`${pathToFileURL(file).href}?${recorder.endpoint}`)
    await handler(event)
    recorder.take()
    await handler(event)
    return recorder.take()
  } finally {
    await recorder.close()
  }
}
