import { StackStatus } from '@aws-sdk/client-cloudformation'
import { describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { findEnvironment } from '#infra/config.ts'
import type { DeployedStack } from '#infra/operator/aws.ts'
import { refuseLostIndexes, refuseTwoIndexSteps, refuseUnsettledIndexes } from '#infra/operator/index-steps.ts'
import { exampleMigration } from './example-migration.ts'
import { preflight } from './run-preflight.ts'
import { synthesise } from './synthesise.ts'

const running = (name: string, more: Partial<DeployedStack> = {}) => ({
  [`carelane-${name}`]: {
    status: 'UPDATE_COMPLETE',
    outputs: { OwnTable: 'own' },
    parameters: { CopyVault: 'a-vault' },
    ...more,
  },
})
const secondRegion = running('prod-copy', { outputs: { ParametersOfTheFirst: '--parameters CopyVault=a-vault' } })
/** The indexes by table: the stack's own table `own` has none. The deployed template of these tests has none either. */
const ownTable = { own: [] }

describe('npm run preflight', () => {
  it('checks its account and reads nothing else if the account is wrong', async () => {
    const { calls, outcome } = await preflight({ account: '999900001111' })
    expect(calls).toEqual(['account'])
    expect(outcome).toContain('staging belongs to the account 111122223333, and you are signed in to 999900001111.')
  })

  it('calls nothing while the configuration is incomplete', async () => {
    const { calls, outcome } = await preflight({}, 'prod', findEnvironment)
    expect(calls).toEqual([])
    expect(outcome).toContain('account is "000000000000". Set it to the 12-digit AWS account ID.')
    expect(outcome).toContain('supportAddress is support@carelane.example, a placeholder')
  })

  it.each(['', 'qa', 'prod now'])('prints its usage if called with "%s"', async (name) => {
    const { calls, outcome } = await preflight({}, name)
    expect([calls, outcome]).toEqual([[], expect.stringContaining('npm run preflight -- {environment}')])
  })

  it('prints the two passes of a first deploy, and the second region’s place among them', async () => {
    expect((await preflight({})).lines.slice(-2)).toEqual([
      '  npx cdk deploy -c env=staging -c protected=false',
      '  npx cdk deploy -c env=staging',
    ])
    const { lines, calls } = await preflight({ stacks: secondRegion }, 'prod')
    expect(lines.slice(-2)).toEqual([
      '  npx cdk deploy -c env=prod -c protected=false --parameters CopyVault=a-vault',
      '  npx cdk deploy -c env=prod',
    ])
    expect(calls).toContain('stack carelane-prod-copy in us-west-2')
    expect((await preflight({}, 'prod-copy')).lines.slice(1)).toEqual([
      '  npx cdk deploy -c env=prod-copy -c protected=false',
      '  npx cdk deploy -c env=prod-copy',
    ])
    expect((await preflight({}, 'dev')).lines.slice(-1)).toEqual(['  npx cdk deploy -c env=dev'])
  })

  it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'prints the remaining steps after a first attempt that ended in %s',
    async (status) => {
      const { lines, outcome } = await preflight({ stacks: running('staging', { status }) })
      expect(outcome).toBeUndefined()
      expect(lines.join('\n')).toMatch(/get-resources --tag-filters .*Key=environment,Values=staging/)
      expect(lines.at(-1)).toBe('  npx cdk deploy -c env=staging')
    },
  )

  it('reports nothing left behind by a first deploy that created nothing', async () => {
    const { lines, outcome } = await preflight({ stacks: running('staging', { status: 'REVIEW_IN_PROGRESS' }) })
    expect(outcome).toBeUndefined()
    expect(lines[0]).toBe('An earlier deploy of staging ended before it created anything (REVIEW_IN_PROGRESS).')
    expect(lines.at(-1)).toBe('  npx cdk deploy -c env=staging')
  })

  it.each([
    ['UPDATE_ROLLBACK_FAILED', 'aws cloudformation continue-update-rollback --stack-name carelane-staging'],
    ['UPDATE_FAILED', 'npx cdk rollback carelane-staging -c env=staging'],
    ['CREATE_FAILED', 'npx cdk rollback carelane-staging -c env=staging'],
    ['DELETE_FAILED', 'aws cloudformation delete-stack --stack-name carelane-staging'],
    ['UPDATE_IN_PROGRESS', 'staging is being changed right now (UPDATE_IN_PROGRESS).'],
  ])('rejects %s and prints the next command', async (status, sentence) => {
    expect((await preflight({ stacks: running('staging', { status }) })).outcome).toContain(sentence)
  })

  it('prints a command for every state that a stack can have', async () => {
    for (const status of Object.values(StackStatus)) {
      const { lines, outcome } = await preflight({ stacks: running('staging', { status }), indexes: ownTable })
      expect([status, outcome ?? lines.join('\n')]).toEqual([status, expect.stringMatching(/(npx cdk|aws|npm run) /)])
      const isSettled = /^(UPDATE|CREATE|ROLLBACK|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK|DELETE)_COMPLETE$/.test(status)
      const isFailedCreation = ['ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS'].includes(status)
      expect([status, outcome === undefined]).toEqual([status, isSettled || isFailedCreation])
    }
  })

  it.each([
    ['does not exist', {}],
    ['could not be created', { 'carelane-prod-copy': { status: 'ROLLBACK_COMPLETE' } }],
  ])('rejects prod’s first deploy with a second region that %s, and prints the next command', async (_, stacks) => {
    const { lines, outcome } = await preflight({ stacks }, 'prod')
    expect([lines, outcome]).toEqual([
      [],
      'prod keeps copies in us-west-2, but prod-copy is not deployed there yet.\n  First: npm run preflight -- prod-copy',
    ])
  })

  it('rejects a second region for an existing environment and says where to name it', async () => {
    const stacks = { ...running('prod', { parameters: {} }), ...secondRegion }
    const { outcome } = await preflight({ stacks, indexes: ownTable }, 'prod')
    expect(outcome).toBe(
      'prod does not yet know where to store its copies in us-west-2.\n  npx cdk deploy -c env=prod --parameters CopyVault=a-vault',
    )
    expect((await preflight({ stacks: running('prod', { parameters: {} }) }, 'prod')).outcome).toContain(
      'First: npm run preflight -- prod-copy',
    )
  })

  it('needs no second region for an existing prod', async () => {
    const { calls, lines, outcome } = await preflight({ stacks: running('prod'), indexes: ownTable }, 'prod')
    expect([outcome, lines[0]]).toEqual([undefined, 'Ready to deploy: npx cdk deploy -c env=prod'])
    expect(calls.join()).not.toContain('us-west-2')
    expect((await preflight({ stacks: running('prod-copy') }, 'prod-copy')).calls).toContain(
      'stack carelane-prod-copy in us-west-2',
    )
  })

  it('rejects a restored table that lacks an index of this release', async () => {
    const inUse = { stacks: running('staging'), parameters: { '/carelane/staging/table': 'restored' } }
    const [first = '', ...others] = tableDesign.indexes.map(({ name }) => name)
    const lacking = await preflight({ ...inUse, indexes: { restored: others } })
    expect(lacking.outcome).toContain(`The table restored has no index ${first}`)
    expect((await preflight(inUse)).outcome).toContain('There is no table restored')
    const whole = await preflight({ ...inUse, indexes: { ...ownTable, restored: [first, ...others] } })
    expect(whole.outcome).toBeUndefined()
  })

  it('lists the migrations of the release', async () => {
    const pendingAfter = async (Migrations: string) => {
      const stacks = running('prod', { outputs: { OwnTable: 'own', Migrations } })
      return (await preflight({ stacks, indexes: ownTable }, 'prod')).lines.slice(1)
    }
    const { name, says } = exampleMigration
    expect(await pendingAfter(`first,${name}`)).toEqual([])
    expect(await pendingAfter('first')).toEqual(['After that, run: npm run migrate -- prod', `  ${name}: ${says}.`])
  })

  it('continues with a restored table if the stack’s own is lost', async () => {
    const stacks = running('staging')
    const indexes = { restored: tableDesign.indexes.map(({ name }) => name) }
    const parameters = { '/carelane/staging/table': 'restored' }
    expect((await preflight({ stacks, indexes, parameters })).outcome).toBeUndefined()
    expect((await preflight({ stacks })).outcome).toContain('There is no table own.')
  })

  it('compares the indexes with the deployed ones and names the releases between', { tags: ['proof'] }, async () => {
    // The template is copied before it is changed, because other test files of this worker read the same one.
    const template = structuredClone(synthesise('staging').template.toJSON())
    const [[tableId = ''] = []] = Object.entries<{ Type: string }>(template.Resources).filter(
      ([, { Type }]) => Type === 'AWS::DynamoDB::Table',
    )
    template.Resources[tableId].Properties.GlobalSecondaryIndexes.splice(0, 2)
    const stacks = running('staging', { outputs: { Release: 'v1.1', OwnTable: 'own' } })
    const own = tableDesign.indexes.slice(2).map(({ name }) => name)
    const { outcome } = await preflight({ stacks, templates: { 'carelane-staging': template }, indexes: { own } })
    expect(outcome).toContain('First deploy the releases in between, one after the other: v1.2, v1.3.')
  })
})

describe('the indexes of a table', () => {
  const index = (name: string, projection: 'KEYS_ONLY' | readonly string[] = ['id', 'status']) => ({
    name,
    partition: `${name}_pk`,
    sort: 'list_sk',
    projection,
  })
  const deployedWith = (...indexes: ReturnType<typeof index>[]) => ({
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          GlobalSecondaryIndexes: indexes.map(({ name, partition, sort, projection }) => ({
            IndexName: name,
            KeySchema: [
              { AttributeName: partition, KeyType: 'HASH' },
              { AttributeName: sort, KeyType: 'RANGE' },
            ],
            Projection:
              projection === 'KEYS_ONLY'
                ? { ProjectionType: 'KEYS_ONLY' }
                : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projection].reverse() },
          })),
        },
      },
    },
  })
  const ready = (...names: string[]) => new Map(names.map((name) => [name, 'ACTIVE']))
  const [a, b, c] = [index('a'), index('b', 'KEYS_ONLY'), index('c')]

  it.each([
    ['none changed', [a, b], [b, a]],
    ['one added', [a], [a, b]],
    ['one removed', [a, b], [a]],
  ])('can be changed in one update: %s', (_, from, to) => {
    expect(() => refuseTwoIndexSteps(deployedWith(...from), to, [])).not.toThrow()
  })

  it.each([
    ['two added', [a], [a, b, c], /To be created: b, c\./],
    ['two removed', [a, b, c], [a], /To be dropped: b, c\./],
    ['one added and one removed', [a, b], [a, c], /To be created: c\.\n.*To be dropped: b\./],
    ['another projection', [a], [index('a', ['id'])], 'An index cannot be altered in place: a.'],
    ['keys only instead of columns', [a], [index('a', 'KEYS_ONLY')], 'An index cannot be altered in place: a.'],
  ])('cannot be changed in one update: %s', (_, from, to, sentence) => {
    expect(() => refuseTwoIndexSteps(deployedWith(...from), to, [])).toThrow(sentence)
  })

  it('are compared only if the table exists', () => {
    expect(() => refuseTwoIndexSteps({ Resources: {} }, [a, b, c], [])).not.toThrow()
    expect(() => refuseLostIndexes('restored', ready('a', 'b', 'x'), [a, b])).not.toThrow()
    expect(() => refuseUnsettledIndexes('own', ready('a', 'b'), deployedWith(a, b))).not.toThrow()
  })

  it.each([
    ['is still being created', { a: 'ACTIVE', b: 'CREATING' }, 'being changed: b (CREATING).'],
    ['is still being deleted', { a: 'ACTIVE', b: 'ACTIVE', x: 'DELETING' }, 'being changed: x (DELETING).'],
    ['was left by a rollback', { a: 'ACTIVE', b: 'ACTIVE', x: 'ACTIVE' }, `'[{"Delete":{"IndexName":"x"}}]'`],
    ['was deleted outside the stack', { a: 'ACTIVE' }, 'has no index b, which it should have.'],
  ])('stop a deploy if one %s, and the next command is printed', (_, statuses, sentence) => {
    const found = new Map(Object.entries(statuses))
    const refuse = () => refuseUnsettledIndexes('own', found, deployedWith(a, b))
    expect(refuse).toThrow(sentence)
    expect(refuse).toThrow('aws dynamodb describe-table --table-name own')
  })

  it('missing from a restored table are created one by one, like the stack’s own', () => {
    const refusal = (found: string[]) => {
      try {
        refuseLostIndexes('restored', ready(...found), [a, b, c])
      } catch (error) {
        return String(error)
      }
      return ''
    }
    expect(refusal(['c'])).toContain('has no index a, b, which it should have.\n  Create them one after the other')
    for (const [index, sentence] of [
      [a, refusal(['b', 'c'])],
      [b, refusal(['a', 'c'])],
    ] as const) {
      const [, updates = ''] = /--global-secondary-index-updates '(.*)'/.exec(sentence) ?? []
      const [{ Create: made }] = JSON.parse(updates)
      const template = {
        Resources: { Table: { Type: 'AWS::DynamoDB::Table', Properties: { GlobalSecondaryIndexes: [made] } } },
      }
      expect(() => refuseTwoIndexSteps(template, [index], [])).not.toThrow()
      for (const key of [index.partition, index.sort])
        expect(sentence).toContain(`AttributeName=${key},AttributeType=S`)
    }
  })
})
