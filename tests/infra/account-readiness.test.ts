import { describe, expect, it } from 'vitest'
import { deployableNames, findEnvironment } from '#infra/config.ts'
import { oldestBootstrap } from '#infra/operator/account-readiness.ts'
import boundary from '#infra/permissions-boundary.json' with { type: 'json' }
import { own, preflight } from './run-preflight.ts'
import { synthesise } from './synthesise.ts'

const secondRegion = {
  'carelane-prod-copy': {
    status: 'UPDATE_COMPLETE',
    outputs: { ParametersOfTheFirst: '--parameters CopyVault=a-vault' },
  },
}
const isReady = { stacks: secondRegion }

describe('npm run preflight', () => {
  it.each(deployableNames.filter((name) => !name.endsWith('-roles')))(
    'rejects %s in an empty account and prints each command to run first',
    async (name) => {
      const { outcome } = await preflight({ boundary: null, bootstrap: null }, name)
      if (name !== 'dev') expect(outcome).toContain('aws iam create-policy --policy-name carelane-boundary')
      const withBoundary = await preflight({ bootstrap: null }, name)
      const region = name === 'prod-copy' ? 'us-west-2' : 'us-east-1'
      const option = name === 'dev' ? '' : ' --custom-permissions-boundary carelane-boundary'
      expect(withBoundary.outcome).toBe(
        `The CDK’s bootstrap is missing in ${region} of the account 111122223333.\n  npx cdk bootstrap aws://111122223333/${region}${option}`,
      )
    },
  )

  it('rejects a bootstrap that is older than the templates need', async () => {
    const { outcome } = await preflight({ ...isReady, bootstrap: 5 }, 'prod')
    expect(outcome).toContain('is too old: it has version 5, and a deploy needs 6.')
    expect(outcome).toContain('npx cdk bootstrap aws://111122223333/us-east-1')
    expect((await preflight({ ...isReady, bootstrap: 6 }, 'prod')).outcome).toBeUndefined()
    const { Rules } = synthesise('prod').template.toJSON()
    const [{ AssertDescription }] = Rules.CheckBootstrapVersion.Assertions
    expect(AssertDescription).toContain(`CDK bootstrap stack version ${oldestBootstrap} required.`)
  })

  it('rejects a boundary that lacks an action of this release, and reports any other difference', async () => {
    const [first, ...others] = boundary.Statement
    const without = { Statement: [{ ...first, Action: [first?.Action].flat().slice(1) }, ...others] }
    const { outcome } = await preflight({ ...isReady, boundary: without }, 'prod')
    expect(outcome).toContain('The policy carelane-boundary does not allow acm:* yet.')
    expect(outcome).toContain('aws iam create-policy-version --policy-arn arn:aws:iam::111122223333:policy/')
    const wider = { Statement: [...boundary.Statement, { Effect: 'Allow', Action: 'ec2:*', Resource: '*' }] }
    const allowed = await preflight({ ...isReady, boundary: wider }, 'prod')
    expect(allowed.outcome).toBeUndefined()
    expect(allowed.lines.join('\n')).toContain('carelane-boundary is not the one of this checkout')
  })

  it('rejects functions that reserve more concurrency than the account has', async () => {
    const { calls, outcome } = await preflight({ concurrency: 500 }, 'prod')
    expect(outcome).toMatch(/reserves 447 concurrent executions, but the account has 500/)
    expect(calls.at(-1)).toBe('concurrency')
    expect((await preflight({ ...isReady, concurrency: 547 }, 'prod')).outcome).toBeUndefined()
    expect((await preflight({ concurrency: 10 }, 'staging')).outcome).toBeUndefined()
  })

  it('prints before the first deploy what the account still lacks', async () => {
    const sandbox = { isInSandbox: true, isVerified: false }
    const { lines } = await preflight({ mailState: sandbox, isPublicAccessAllowed: true })
    expect(lines.slice(0, -3)).toEqual([
      expect.stringContaining('AWS may have to verify the account first'),
      expect.stringContaining('aws s3control put-public-access-block --account-id 111122223333'),
      expect.stringContaining('SES is in its sandbox, so email reaches verified addresses only: aws sesv2 put-account'),
    ])
    expect((await preflight({})).lines).toHaveLength(4)
    expect((await preflight({ mailState: sandbox }, 'dev')).lines).toHaveLength(3)
  })

  it('rejects a monthly limit for text messages that AWS does not allow yet', async () => {
    const texts = (name: string) => {
      const found = findEnvironment(name)
      return found && { ...found, ...own, smsIdentity: 'phone-number/phone-0123456789abcdef', smsMonthlyLimit: 100 }
    }
    const { outcome } = await preflight({ ...isReady, highestTextLimit: 1 }, 'prod', texts)
    expect(outcome).toContain(
      'AWS lets this account spend at most $1 a month on text messages, and smsMonthlyLimit is 100.',
    )
    expect((await preflight({ ...isReady, highestTextLimit: 100 }, 'prod', texts)).outcome).toBeUndefined()
    expect((await preflight({ ...isReady, highestTextLimit: 1 }, 'prod')).outcome).toBeUndefined()
  })

  it('does not stop a deploy because the operator cannot read the state of SES', async () => {
    const { lines, outcome } = await preflight({ ...isReady, mailState: null }, 'prod')
    expect([outcome, lines]).toEqual([undefined, expect.arrayContaining(['The state of SES cannot be read.'])])
  })

  it('reports a domain that SES has not verified', async () => {
    const stacks = { 'carelane-staging': { status: 'UPDATE_COMPLETE', outputs: { OwnTable: 'own' } } }
    const indexes = { own: [] }
    const { lines } = await preflight({ stacks, indexes, mailState: { isInSandbox: false, isVerified: false } })
    expect(lines).toEqual([
      expect.stringContaining('SES has not verified pharmacy.test, so it refuses every email'),
      'Ready to deploy: npx cdk deploy -c env=staging',
      ...lines.slice(2),
    ])
  })
})
