/** @module-tag proof */

import { execFile } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Template } from 'aws-cdk-lib/assertions'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { functionAreas } from '#infra/area-needs.ts'
import { deployableNames } from '#infra/config.ts'
import { startLocalAws } from '#infra/local/local-aws.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { edgeHeaders, edgeMark } from '#shared/api/edge-headers.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carelane-synth-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs `cdk synth` as for an operator without an AWS account, configuration or home directory. */
const synth = (environment: string) =>
  run('cdk', ['synth', '--quiet', '-c', `env=${environment}`, '-o', join(folder, environment)], {
    cwd: root,
    env: { PATH, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' },
  })

/** Returns the folders of an environment's bundled functions as they would be uploaded. */
async function functionFolders(environment: string): Promise<string[]> {
  const out = join(folder, environment)
  const read = async (name: string) => JSON.parse(await readFile(join(out, `carelane-${environment}.${name}`), 'utf8'))
  const { files } = await read('assets.json')
  const functions = Template.fromJSON(await read('template.json')).findResources('AWS::Lambda::Function', {
    Properties: { Architectures: ['arm64'], Runtime: 'nodejs24.x' },
  })
  return Object.values(functions).map(({ Properties: { Code } }) =>
    join(out, files[Code.S3Key.replace('.zip', '')].source.path),
  )
}

/** A token that looks like one of ours, so the function must read the signing keys to refuse it. */
const forged = [{ alg: 'HS256', typ: 'at+jwt', kid: 'nobody' }, { sub: 'nobody' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c2lnbmVk')
  .join('.')

const anEvent = (routeKey: string) => ({
  version: '2.0',
  routeKey,
  rawPath: routeKey.split(' ')[1],
  rawQueryString: '',
  headers: {
    [edgeHeaders.viewer]: '198.51.100.7',
    authorization: `Bearer ${forged}`,
    'content-type': 'application/json',
  },
  requestContext: {
    requestId: 'a-request',
    http: { method: routeKey.split(' ')[0], sourceIp: '192.0.2.1' },
    authorizer: { lambda: edgeMark },
  },
  isBase64Encoded: false,
})

/**
 * Loads a bundle in a separate process, as Lambda does, and returns the handler's responses. A response is missing if the function
 * serves no calls, or if it refuses the event as none of its own.
 */
async function ask(bundle: string, events: readonly unknown[], environment: Record<string, string>) {
  const script = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(join(bundle, 'index.mjs')).href)})
    const answers = []
    for (const event of ${JSON.stringify(events)}) answers.push(await handler(event).catch(() => null))
    console.log(JSON.stringify(answers))`
  const env = { ...environment, LOG_LEVEL: 'SILENT' }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env })
  const answers: ({ statusCode: number; body: string } | null)[] = JSON.parse(stdout)
  return answers.flatMap((answer) => (answer?.statusCode ? [[answer.statusCode, JSON.parse(answer.body).detail]] : []))
}

// Alone on two cores, each test took about a minute; beside the rest of the proof, more than three.
describe('cdk synth', { timeout: 900_000 }, () => {
  it('creates a template without credentials, and functions that respond on Node 24', async () => {
    await synth('prod')
    const bundles = await functionFolders('prod')
    expect(bundles).toHaveLength(functionAreas.length)

    const cloud = await startLocalAws({ dataDir: ':memory:' })
    onTestFinished(() => cloud.close())
    const routes = listRoutes().filter(({ entry }) => entry.access !== 'public')
    const events = routes.map(({ routeKey }) => anEvent(routeKey))
    const served = new Set<number>()
    const { environment } = cloud
    for (const bundle of bundles) {
      expect((await readdir(bundle)).filter((name) => !name.endsWith('.mjs'))).toEqual([])
      const answers = await ask(bundle, events, environment)
      answers.forEach(([status, detail], i) => {
        if (status === 404) return
        expect([status, detail]).toEqual([401, 'Please sign in'])
        expect(served.has(i)).toBe(false)
        served.add(i)
      })
    }
    expect(served.size).toBe(routes.length)
  })

  it('uses the same files for staging and prod, wherever the assembly is moved', async () => {
    await synth('staging,prod')
    const out = join(folder, 'carried')
    await rename(join(folder, 'staging,prod'), out)
    await rm(join(out, 'functions'), { recursive: true })
    const filesOf = async (name: string) => {
      const { files } = JSON.parse(await readFile(join(out, `carelane-${name}.assets.json`), 'utf8'))
      return Object.entries<{ source: { path: string } }>(files)
        .filter(([, { source }]) => source.path.startsWith('asset.'))
        .map(([hash, { source }]) => ({ hash, path: join(out, source.path) }))
    }
    const [staging, prod] = [await filesOf('staging'), await filesOf('prod')]
    for (const { path } of prod) await access(path)
    const own = prod.filter(({ hash }) => !staging.some((other) => other.hash === hash))
    // Only the configuration differs. The app reads it when it starts, and it includes the app's own address.
    expect(await Promise.all(own.map(({ path }) => readdir(path)))).toEqual([['config.json']])
    const { stdout } = await run('cdk', ['ls', '--app', out, '--build', ''], { cwd: root, env: { PATH, HOME: folder } })
    expect(stdout.trim().split('\n')).toEqual(['carelane-staging', 'carelane-prod'])
  })

  it('lists the environments if asked for an unknown one', async () => {
    const failed = await synth('qa').then(
      () => undefined,
      (error) => error,
    )
    expect(failed?.code).toBe(1)
    expect(failed?.stderr).toContain('There is no environment "qa"')
    for (const name of deployableNames) expect(failed?.stderr).toContain(`-c env=${name}`)
    expect(failed?.stderr).not.toMatch(/^\s+at /m)
  })
})
