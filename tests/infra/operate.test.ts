import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  deployableNames,
  type EnvironmentConfig,
  environmentNames,
  missingValues,
  unusableValues,
} from '#infra/config.ts'
import { configOf } from './synthesise.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The whole output that a refused operator reads. Nothing here builds, signs in or uses the network. */
const refused = async (script: string, ...args: string[]) => {
  const answered = await run(process.execPath, [`infra/operator/${script}.ts`, ...args], { cwd: root, env: {} }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  expect([answered.code, answered.stdout]).toEqual([1, ''])
  return answered.stderr
}

describe('npm run deploy', () => {
  it('asks for the environment, and shows how to name it', async () => {
    const said = await refused('deploy')
    expect(said).toContain('Which environment?')
    for (const name of deployableNames) expect(said).toContain(`npm run deploy -- ${name}`)
  })

  it('says what an environment still lacks before it changes anything', async () => {
    const said = await refused('deploy', 'prod', '--require-approval', 'never')
    expect(said).toContain('infra/config.ts does not have what prod needs yet:')
    expect(said).toContain('account is "000000000000": name the AWS account, 12 digits.')
    expect(said).toContain("mail.sender is no-reply@carelane.example, which is nobody's: set your own.")
  })

  it('says that the pipeline needs a repository', async () => {
    expect(await refused('deploy', 'prod-roles')).toContain(
      'pipeline.repository is "": name the repository, as owner/name.',
    )
  })
})

describe('npm run operate', () => {
  it('asks for what it can do', async () => {
    expect(await refused('operate', 'prod', 'put')).toContain('npm run operate -- prod set {name} {value}')
    expect(await refused('operate', 'qa', 'get')).toContain(`Choose one: ${environmentNames.join(', ')}`)
    expect(await refused('operate', 'prod', 'set', 'colour', 'blue')).toContain('There is no setting "colour".')
  })
})

describe('npm run synth', () => {
  it('asks which environment', async () => {
    expect(await refused('synth', 'synth')).toContain('npm run synth -- prod')
    expect(await refused('synth', 'diff', 'qa')).toContain('There is no environment "qa".')
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

  it('with all its values lacks nothing', () => {
    expect([...unusableValues(own()), ...missingValues(own())]).toEqual([])
  })

  it.each([
    [{ domain: undefined }, 'domain is not set: what keeps its data needs a host of its own.'],
    [{ domain: 'app.carelane.example' }, "domain is app.carelane.example, which is nobody's: set your own."],
    [{ alarmAddress: '' }, 'alarmAddress is empty.'],
    [{ supportAddress: '' }, 'supportAddress is empty.'],
    [{ mail: { sender: '', identity: 'pharmacy.test' } }, 'mail.sender is empty.'],
  ])('with %o is not deployed', (more, sentence) => {
    expect(missingValues(own(more))).toEqual([sentence])
  })

  it.each([
    [{ account: '1111-2222-3333' }, 'account is "1111-2222-3333": name the AWS account, 12 digits.'],
    [
      { region: 'eu-west-1' },
      "region is eu-west-1: CloudFront's certificate, firewall and alarms exist in us-east-1 alone.",
    ],
  ])('with %o is deployed nowhere', (more, sentence) => {
    expect(unusableValues(own(more))).toEqual([sentence])
  })

  it('needs no domain where data is not kept', () => {
    expect(missingValues(own({ domain: undefined, keepsData: false }))).toEqual([])
  })
})
