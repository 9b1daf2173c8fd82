import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DataFolderError } from '@carelane/simulators/dynamodb'
import { areaNeeds, functionAreas } from '#infra/area-needs.ts'
import { releaseOfWebBuild } from '#infra/release.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { OperatorRefusal } from '../operator/operator-refusal.ts'
import { buildWeb } from './build-web.ts'
import { describeEngines, StartProblem } from './engines.ts'
import { type LambdaHandler, startGateway, type WebSource } from './gateway.ts'
import { type LocalAws, startLocalAws } from './local-aws.ts'
import { makeExport } from './make-export.ts'
import { type ScheduledFunction, startScheduledFunction } from './scheduled-function.ts'
import { readStartSettings, type StartSettings } from './start-settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const running: { close(): Promise<void> }[] = []
let isStopping = false
let worker: ScheduledFunction | undefined

async function start(): Promise<void> {
  const settings = await readStartSettings(process.env, process.argv.slice(2))
  const { port, dataDir, engines } = settings
  console.log('Carelane: starting, with local stand-ins for DynamoDB, S3, SES and Secrets Manager.')
  for (const engine of describeEngines(engines)) console.log(`Using ${engine} instead of the local stand-in.`)
  console.log(dataDir === ':memory:' ? 'Data will not be saved (DATA_DIR=:memory:).' : `Data folder: ${dataDir}`)
  const web = await openWeb(settings)
  const google = await openGoogle(settings)
  const cloud = await startLocalAws({
    ...settings,
    google,
    appOrigin: `http://localhost:${port}`,
    onWork: () => worker?.run(),
    onExecution: (input) => void carryOut(input).catch(console.error),
    onMailFeedback,
    onOperate,
  })
  running.unshift(cloud)
  setEnvironment({ ...cloud.environment, RELEASE: web.kind === 'build' ? releaseOfWebBuild(web.folder) : '' })
  const handlers = await importHandlers()
  await migrate()
  await startScheduledFunctions()
  const logins = await seed(settings, cloud)
  const gateway = await startGateway({
    port,
    handlers,
    web,
    mediaOrigins: [cloud.mediaOrigin],
    edgeSecret: cloud.edgeSecret,
    isBehindProxy: settings.isBehindProxy,
    guard: async (event) => (await import('#functions/lambdas/edge.ts')).handler(event),
    config: {
      google_client_id: google.clientId,
      sends_texts: settings.smsIdentity !== '',
      google_identity_url: google.identity,
      medical_hidden_hosts: settings.medicalHiddenHosts,
    },
  })
  running.unshift(gateway)
  console.log(`Ready after ${(performance.now() / 1000).toFixed(1)} s.\n`)
  console.log(`  Carelane  http://localhost:${port}`)
  if (!engines.ses) console.log(`  Mailbox   ${cloud.mailOrigin.replace('127.0.0.1', 'localhost')}`)
  for (const { who, email, password } of logins) console.log(`  Sign-in   ${email}  ${password}  (${who})`)
  console.log('\nPress Ctrl-C to stop.')
}

async function openWeb({ isDevelopment }: StartSettings): Promise<WebSource> {
  if (isDevelopment) return { kind: 'vite', root: join(root, 'web') }
  return { kind: 'build', ...(await buildWeb(root, console.log)) }
}

/**
 * Sets the environment variables of the functions. This must happen before any function is imported, because functions read the
 * environment at their import, and the SDK reads it at its first call.
 */
function setEnvironment(environment: LocalAws['environment']): void {
  // A developer's own profile, region or session must not reach the simulators.
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name]
  Object.assign(process.env, environment)
  process.env.LOG_LEVEL ??= 'WARN'
}

async function importHandlers() {
  const areas = [...new Set(listRoutes().map(({ area }) => area)), 'unknown']
  const handlers = areas.map(async (area) => {
    const { handler }: { handler: LambdaHandler } = await import(`#functions/lambdas/${area}.ts`)
    return [area, handler] as const
  })
  return Object.fromEntries(await Promise.all(handlers))
}

async function openGoogle({ google }: StartSettings) {
  if (google !== 'emulated') return { ...google, identity: undefined }
  const { startGoogle } = await import('@carelane/simulators/google')
  const { demoStaff } = await import('./demo/people.ts')
  const emulated = await startGoogle(demoStaff)
  running.unshift(emulated)
  return emulated
}

/** Passes a bounce or complaint to the function `feedback`, which is imported at the first call, when the environment is set. */
async function onMailFeedback(event: object): Promise<void> {
  const { handler } = await import('#functions/lambdas/feedback.ts')
  await handler(event)
}

/** Carries out a command of `npm run operate -- local …`. */
async function onOperate(words: readonly string[]): Promise<{ isDone: boolean; text: string }> {
  const [{ openUnguardedTable, tableInUseOf }, { changeOrganisation }] = await Promise.all([
    import('#functions/data/open-table.ts'),
    import('../operator/change-organisation.ts'),
  ])
  const lines: string[] = []
  const hands = {
    table: openUnguardedTable(tableInUseOf(process.env)),
    say: (text: string) => lines.push(text),
    now: () => new Date(),
  }
  try {
    await changeOrganisation(words, hands)
    return { isDone: true, text: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof OperatorRefusal)) throw error
    return { isDone: false, text: error.message }
  }
}

/** Makes an export as its state machine does. The function `exports` is imported at the first call, when the environment is set. */
async function carryOut(input: unknown): Promise<void> {
  const { handler } = await import('#functions/lambdas/exports.ts')
  await makeExport(handler, input)
}

/** Migrates items that an earlier release left in the data folder, as `npm run migrate` does for a deployed table. */
async function migrate() {
  const [{ openUnguardedTable, tableInUseOf }, { migrations }, { runMigration }] = await Promise.all([
    import('#functions/data/open-table.ts'),
    import('#functions/migrations/migrations.ts'),
    import('#functions/migrations/run-migration.ts'),
  ])
  const table = openUnguardedTable(tableInUseOf(process.env))
  for (const migration of migrations) {
    const changed = await runMigration(migration, { table, now: () => new Date() })
    if (changed > 0) console.log(`${migration.says}.`)
  }
}

/**
 * Starts the functions that have a schedule. This must happen after the environment is set, because a function reads the environment
 * when it is imported.
 */
async function startScheduledFunctions() {
  for (const area of functionAreas) {
    const { schedule } = areaNeeds[area]
    if (!schedule) continue
    const { handler }: { handler: () => Promise<void> } = await import(`#functions/lambdas/${area}.ts`)
    const scheduled = startScheduledFunction(handler, schedule)
    running.unshift(scheduled)
    if (area === 'workers') worker = scheduled
  }
}

/**
 * Writes the demo once into each data folder, or into each table of another engine. Returns the log-ins to print, if there is a
 * demo.
 */
async function seed({ isSeeded, dataDir, engines }: StartSettings, { environment }: LocalAws) {
  if (!isSeeded) return []
  const { seedDemo, demoLogins } = await import('./demo/seed-demo.ts')
  const mark = dataDir === ':memory:' || engines.dynamodb ? undefined : join(dataDir, 'demo-seeded')
  if (mark && existsSync(mark)) return demoLogins
  const now = new Date()
  await seedDemo({ environment, now, report: console.log })
  if (mark) writeFileSync(mark, `${now.toISOString()}\n`)
  return demoLogins
}

function stop(): void {
  if (isStopping) process.exit(130)
  isStopping = true
  console.log('\nCarelane: stopping. Press Ctrl-C again to stop immediately.')
  closeAll().then(
    () => process.exit(0),
    (error: unknown) => fail(error),
  )
}

/**
 * Closes the services in the order of `running`. The gateway comes first, because its last requests still need the other services.
 */
async function closeAll(): Promise<void> {
  for (const service of running) await service.close()
}

function fail(error: unknown): never {
  const isInWords = error instanceof StartProblem || error instanceof DataFolderError
  console.error(isInWords ? error.message : error)
  process.exit(1)
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
start().catch(async (error: unknown) => {
  // If `stop` is already closing the services, that is the cause of the error.
  if (isStopping) return
  await closeAll()
  fail(error)
})
