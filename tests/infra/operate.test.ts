import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  deployableNames,
  type EnvironmentConfig,
  environmentNames,
  missingValueTexts,
  unusableValueTexts,
} from '#infra/config.ts'
import { configOf, synthesise } from './synthesise.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns all output that a refused operator sees. Nothing here builds, signs in or uses the network. */
const refused = async (script: string, ...args: string[]) => {
  const answered = await run(process.execPath, [`infra/operator/${script}.ts`, ...args], { cwd: root, env: {} }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  expect([answered.code, answered.stdout]).toEqual([1, ''])
  return answered.stderr
}

describe('an operator’s command', () => {
  it('with wrong arguments prints its usage', { tags: ['proof'] }, async () => {
    expect(await refused('preflight')).toContain(`Choose one: ${deployableNames.join(', ')}`)
    expect(await refused('operate', 'prod', 'put')).toContain('npm run operate -- prod set {name} {value}')
    expect(await refused('operate', 'qa', 'get')).toContain(`Choose one: ${environmentNames.join(', ')}`)
  })

  it('lists missing settings before it contacts AWS', { tags: ['proof'] }, async () => {
    const refusal = await refused('preflight', 'prod')
    expect(refusal).toContain('infra/config.ts is missing settings for prod:')
    expect(refusal).toContain('mail.sender is no-reply@carelane.example, a placeholder. Set your own.')
    expect(await refused('preflight', 'prod-roles')).toContain(
      'pipelineSettings.repository is "". Set it to the repository, as owner/name.',
    )
  })
})

describe('synthesis', () => {
  const errorsOf = (name: string, account: string | undefined) => synthesise(name, { config: { account } }).errors

  it('fails with missing settings if an account is named, and passes otherwise', {
    tags: ['proof'],
  }, () => {
    expect(errorsOf('prod', '111122223333')).toContain(
      'supportAddress is support@carelane.example, a placeholder. Set your own.',
    )
    expect(errorsOf('prod-roles', '111122223333')).toEqual([
      'pipelineSettings.repository is "". Set it to the repository, as owner/name.',
    ])
    expect(errorsOf('prod', configOf('prod').account)).toEqual([])
    expect(errorsOf('dev', '111122223333')).toEqual([])
  })
})

describe('an environment', () => {
  const own = (more: Partial<EnvironmentConfig> = {}): EnvironmentConfig => ({
    ...configOf('prod'),
    account: '111122223333',
    domain: 'app.pharmacy.test',
    mail: { sender: 'no-reply@pharmacy.test', identity: 'pharmacy.test' },
    supportAddress: 'help@pharmacy.test',
    alarmAddress: 'ops@pharmacy.test',
    ...more,
  })

  it('with all settings is complete', () => {
    expect([...unusableValueTexts(own()), ...missingValueTexts(own())]).toEqual([])
  })

  it.each([
    [{ domain: undefined }, 'domain is not set. An environment that keeps its data needs its own host name.'],
    [{ domain: 'app.carelane.example' }, 'domain is app.carelane.example, a placeholder. Set your own.'],
    [{ alarmAddress: '' }, 'alarmAddress is empty.'],
    [{ supportAddress: '' }, 'supportAddress is empty.'],
    [{ mail: { sender: '', identity: 'pharmacy.test' } }, 'mail.sender is empty.'],
  ])('with %o cannot be deployed', (more, sentence) => {
    expect(missingValueTexts(own(more))).toEqual([sentence])
  })

  it.each([
    [{ account: '1111-2222-3333' }, 'account is "1111-2222-3333". Set it to the 12-digit AWS account ID.'],
    [
      { region: 'eu-west-1' },
      "region is eu-west-1: CloudFront's certificate, firewall and alarms exist only in us-east-1.",
    ],
    [{ smsIdentity: '+18005550100' }, 'smsIdentity is +18005550100. Set it to pool/pool-… or phone-number/phone-….'],
  ])('with %o cannot be deployed anywhere', (more, sentence) => {
    expect(unusableValueTexts(own(more))).toEqual([sentence])
  })

  it('needs no domain and no addresses if it does not retain its data', () => {
    const values = { domain: undefined, mail: undefined, supportAddress: '', alarmAddress: '' }
    expect(missingValueTexts(own({ ...values, retainsData: false }))).toEqual([])
  })
})
