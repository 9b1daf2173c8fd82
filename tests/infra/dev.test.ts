import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deployableNames } from '#infra/config.ts'
import { environmentOfAccount, unusableOptionTexts, withDeployOptions } from '#infra/deploy-options.ts'
import { resourcesOf, statementsOf } from './policies.ts'
import { configOf, synthesise, synthesiseEnvironment, textOf } from './synthesise.ts'

const todo = (template: ReturnType<typeof synthesise>['template']) =>
  Object.entries<{ Value: unknown }>(template.toJSON().Outputs)
    .filter(([name]) => name.startsWith('ToDo'))
    .map(([, { Value }]) => textOf(Value))

describe('dev, which can be deployed without editing a file,', () => {
  const { template, errors } = synthesiseEnvironment('dev')
  const { of } = resourcesOf(template)

  it('names no account, no permissions boundary and no email address', () => {
    expect(errors).toEqual([])
    expect(configOf('dev').account).toBeUndefined()
    for (const { Properties } of of('AWS::IAM::Role')) expect(Properties).not.toHaveProperty('PermissionsBoundary')
    expect(JSON.stringify(template.toJSON())).not.toMatch(/\.example\b/)
    expect(of('AWS::SNS::Subscription', 'AWS::Budgets::Budget', 'AWS::SES::EmailIdentity')).toEqual([])
  })

  it('stores its emails for a week, and only functions that send email may write them', () => {
    const writers = statementsOf(template).filter(({ Resource }) => textOf([Resource].flat()[0]).endsWith('/mails/*'))
    expect(writers.map(({ id, Action }) => [/^App([a-z]+)/.exec(id)?.[1], Action])).toEqual(
      ['users', 'registration', 'workers'].map((area) => [area, 's3:PutObject']),
    )
    const rules = of('AWS::S3::Bucket').flatMap(({ Properties }) => Properties?.LifecycleConfiguration?.Rules ?? [])
    expect(rules.filter(({ Prefix }) => Prefix === 'mails/')).toMatchObject([{ ExpirationInDays: 7 }])
    expect(JSON.stringify(statementsOf(template))).not.toContain('ses:')
    expect(JSON.stringify(synthesise('prod').template.toJSON())).not.toContain('mails/')
  })

  it('ends its outputs with the app’s URL and the remaining steps', () => {
    const names = Object.keys(template.toJSON().Outputs).sort()
    expect(names.slice(-4)).toEqual(['ToDo1', 'ToDo2', 'ToDo3', 'ToDo4'])
    expect(todo(template)).toEqual([
      expect.stringMatching(/^Open the app: https:\/\/<EdgeAppDistribution\w+\.DomainName>$/),
      expect.stringMatching(/^Sign up: .*\/signup$/),
      expect.stringContaining('npm run operate -- dev mails'),
      expect.stringContaining('npx cdk deploy -c env=dev -c googleClientId='),
    ])
  })

  it('takes a sender, email addresses and a Google client as options', { tags: ['proof'] }, () => {
    const options = { sender: 'me@pharmacy.test', alarmAddress: 'ops@pharmacy.test', googleClientId: 'a-client' }
    const given = synthesise('dev', { config: withDeployOptions(configOf('dev'), options) }).template
    given.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'me@pharmacy.test' })
    given.resourcePropertiesCountIs('AWS::SNS::Subscription', { Endpoint: 'ops@pharmacy.test' }, 2)
    given.resourceCountIs('AWS::Budgets::Budget', 1)
    expect(todo(given)).toEqual([
      expect.stringContaining('Open the app'),
      expect.stringContaining('Sign up'),
      expect.stringContaining('AWS has sent a link to me@pharmacy.test'),
    ])
    expect(statementsOf(given).some(({ Action }) => [Action].flat().includes('ses:SendEmail'))).toBe(true)
  })

  it('rejects invalid addresses as options, and other environments reject all options', () => {
    const options = { sender: 'me', alarmAddress: 'a@b.test' }
    expect(unusableOptionTexts('dev', configOf('dev'), options)).toEqual(['-c sender=me is not an email address.'])
    expect(unusableOptionTexts('prod', configOf('prod'), options)).toEqual([
      '-c sender is for dev. Set the value for prod in infra/config.ts.',
      '-c alarmAddress is for dev. Set the value for prod in infra/config.ts.',
    ])
  })

  it('cannot be deployed to another environment’s account', () => {
    const find = (name: string) => ({ ...configOf(name), account: name === 'prod' ? '111122223333' : undefined })
    expect(environmentOfAccount('111122223333', find)).toBe('prod')
    expect(environmentOfAccount('444455556666', find)).toBeUndefined()
  })
})

const run = promisify(execFile)
const app = fileURLToPath(new URL('../../infra/app.ts', import.meta.url))

/** Runs the CDK app as the CDK's command line does. Returns what it wrote to the error stream, and its stacks with their places. */
async function runApp(context: Record<string, string>, environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-app-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = { CDK_OUTDIR: folder, CDK_CONTEXT_JSON: JSON.stringify(context), ...environment }
  const { code = 0, stderr } = await run(process.execPath, [app], { env }).catch((error) => error)
  const files = await readdir(folder)
  const manifest = files.includes('manifest.json') && (await readFile(join(folder, 'manifest.json'), 'utf8'))
  const artifacts: Record<string, { type: string; environment: string }> = manifest
    ? JSON.parse(manifest).artifacts
    : {}
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack')
  return { code, stderr, stacks: stacks.map(([name, { environment }]) => [name, environment]) }
}

describe('the CDK app', { timeout: 60_000, tags: ['proof'] }, () => {
  it('lists the environments if none is given, and knows the account that `cdk bootstrap` prepares', async () => {
    const { code, stderr, stacks } = await runApp({}, { CDK_DEFAULT_ACCOUNT: '111122223333' })
    expect([code, stacks]).toEqual([0, [['no-environment', 'aws://111122223333/us-east-1']]])
    for (const name of deployableNames) expect(stderr).toContain(`-c env=${name}`)
  })

  it.each([
    [{ env: 'qa' }, 'There is no environment "qa".'],
    [{ env: 'staging', sender: 'me@pharmacy.test' }, '-c sender is for dev.'],
  ])('ends with an error before anything is built if given %o', async (context, text) => {
    const { code, stderr, stacks } = await runApp(context)
    expect([code, stacks]).toEqual([1, []])
    expect(stderr).toContain(text)
  })
})
