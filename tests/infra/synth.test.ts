import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtAreas } from '#infra/bundle-functions.ts'
import { environmentNames } from '#infra/config.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carelane-synth-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** As an operator without an AWS account, a configuration or a home of his own. */
const synth = (environment: string) =>
  run('cdk', ['synth', '--quiet', '-c', `env=${environment}`, '-o', join(folder, environment)], {
    cwd: root,
    env: { PATH, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' },
  })

describe('cdk synth', () => {
  it('makes a template without credentials, its functions bundled so that Node 24 loads them', {
    timeout: 60_000,
  }, async () => {
    await synth('prod')
    const read = async (name: string) => JSON.parse(await readFile(join(folder, 'prod', name), 'utf8'))
    const template = Template.fromJSON(await read('carelane-prod.template.json'))
    const assets = await read('carelane-prod.assets.json')
    const functions = template.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: Match.objectLike({ TABLE_NAME: Match.anyValue() }) } },
    })
    const keys = Object.values(functions).map(({ Properties }) => Properties.Code.S3Key.replace('.zip', ''))
    expect(keys).toHaveLength(builtAreas().length)
    for (const key of keys) {
      const bundle = join(folder, 'prod', assets.files[key].source.path, 'index.mjs')
      const script = `const { handler } = await import('${pathToFileURL(bundle)}'); console.log(typeof handler)`
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
        cwd: folder,
        env: {
          AWS_REGION: 'us-east-1',
          TABLE_NAME: 'table',
          MEDIA_BUCKET: 'media',
          SIGNING_SECRET_ID: 'secret',
          MAIL_SENDER: 'no-reply@carelane.example',
          APP_ORIGIN: 'https://app.carelane.example',
        },
      })
      expect(stdout.trim()).toBe('function')
    }
  })

  it('names the environments when asked for an unknown one', { timeout: 60_000 }, async () => {
    const failed = await synth('qa').then(
      () => undefined,
      (error) => error,
    )
    expect(failed?.code).toBe(1)
    expect(failed?.stderr).toContain('There is no environment "qa"')
    for (const name of environmentNames) expect(failed?.stderr).toContain(`-c env=${name}`)
    expect(failed?.stderr).not.toMatch(/^\s+at /m)
  })
})
