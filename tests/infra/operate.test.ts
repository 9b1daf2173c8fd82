import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { RemovalPolicy } from 'aws-cdk-lib'
import { describe, expect, it } from 'vitest'
import { type EnvironmentConfig, environmentNames, findEnvironment, missingValues } from '#infra/config.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The whole output that a refused operator reads. Nothing here builds, signs in or uses the network. */
const refused = async (...args: string[]) => {
  const answered = await run(process.execPath, ['infra/operate.ts', ...args], { cwd: root, env: {} }).then(
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
    for (const name of environmentNames) expect(said).toContain(`npm run deploy -- ${name}`)
  })

  it('says what an environment still lacks before it changes anything', async () => {
    const said = await refused('deploy', 'prod', '--require-approval', 'never')
    expect(said).toContain('infra/config.ts does not have what prod needs yet:')
    expect(said).toContain("mail.sender is no-reply@carelane.example, which is nobody's: set your own.")
  })
})

describe('an environment', () => {
  const own = (more: Partial<EnvironmentConfig> = {}): EnvironmentConfig => {
    const prod = findEnvironment('prod')
    if (!prod) throw new Error('No prod')
    const mail = { sender: 'no-reply@pharmacy.test', identity: 'pharmacy.test' }
    return { ...prod, domain: 'app.pharmacy.test', mail, alarmAddress: 'ops@pharmacy.test', ...more }
  }

  it('with all its values lacks nothing', () => {
    expect(missingValues(own())).toEqual([])
  })

  it.each([
    [{ domain: undefined }, 'domain is not set: what keeps its data needs a host of its own.'],
    [{ domain: 'app.carelane.example' }, "domain is app.carelane.example, which is nobody's: set your own."],
    [{ alarmAddress: '' }, 'alarmAddress is empty.'],
    [{ mail: { sender: '', identity: 'pharmacy.test' } }, 'mail.sender is empty.'],
  ])('with %o is not deployed', (more, sentence) => {
    expect(missingValues(own(more))).toEqual([sentence])
  })

  it('needs no domain where data is not kept', () => {
    expect(missingValues(own({ domain: undefined, removalPolicy: RemovalPolicy.DESTROY }))).toEqual([])
  })
})
