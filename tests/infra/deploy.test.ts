import { describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { type EnvironmentConfig, findEnvironment } from '#infra/config.ts'
import { deploy } from '#infra/operator/deploy-environment.ts'
import { refuseLostIndexes, refuseTwoIndexSteps } from '#infra/operator/index-steps.ts'
import { fakeAws } from './fake-aws.ts'
import { synthesise } from './synthesise.ts'

const own: Partial<EnvironmentConfig> = {
  account: '111122223333',
  domain: 'app.pharmacy.test',
  mail: { sender: 'no-reply@pharmacy.test', identity: 'pharmacy.test' },
  supportAddress: 'help@pharmacy.test',
  alarmAddress: 'ops@pharmacy.test',
}

const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, ...own }
}

/** A deploy of an environment whose values are all set, by hands that only note what they do. */
async function deployed(state: Parameters<typeof fakeAws>[0], name = 'staging', ...options: string[]) {
  const { openAws, asked } = fakeAws(state)
  const done: string[] = []
  const hands = {
    openAws,
    build: () => done.push('build'),
    cdk: (args: readonly string[]) => done.push(args.join(' ')),
    tagsSince: (release: string) => (release === 'v1.1' ? ['v1.2', 'v1.3'] : []),
    say: () => undefined,
  }
  const outcome = await deploy(name, options, hands, find).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { asked, done, outcome }
}

const running = (name: string, outputs: Record<string, string> = {}, status = 'UPDATE_COMPLETE') => ({
  [`carelane-${name}`]: { status, outputs },
})

describe('a deploy', () => {
  it('asks who it is, and nothing else, before it refuses another account', async () => {
    const { asked, done, outcome } = await deployed({ account: '999900001111' })
    expect([asked, done]).toEqual([['account'], []])
    expect(outcome).toContain('staging belongs to the account 111122223333, and you are signed in to 999900001111.')
  })

  it('makes a new environment without protection, and puts that on when it is there', async () => {
    const { done, outcome } = await deployed({}, 'staging', '--require-approval', 'never')
    expect(outcome).toBeUndefined()
    const options = '-c env=staging --require-approval never'
    expect(done).toEqual(['build', `${options} -c protected=false`, options])
  })

  it('keeps the protection of one that is there', async () => {
    const { done } = await deployed({ stacks: running('staging') })
    expect(done).toEqual(['build', '-c env=staging'])
  })

  it('has one pass where nothing is kept', async () => {
    expect((await deployed({}, 'dev')).done).toEqual(['build', '-c env=dev'])
  })

  it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'sweeps away a first try that ended in %s, and begins anew',
    async (status) => {
      const { asked, done } = await deployed({ stacks: running('staging', {}, status) })
      expect(asked).toEqual(
        expect.arrayContaining([
          'unprotectStack carelane-staging',
          'unprotectTables carelane-staging',
          'deleteStack carelane-staging',
        ]),
      )
      expect(done).toEqual(['build', '-c env=staging -c protected=false', '-c env=staging'])
    },
  )

  it.each([
    ['UPDATE_ROLLBACK_FAILED', 'aws cloudformation continue-update-rollback --stack-name carelane-staging'],
    ['DELETE_FAILED', 'aws cloudformation delete-stack --stack-name carelane-staging'],
    ['UPDATE_IN_PROGRESS', 'staging is being changed right now (UPDATE_IN_PROGRESS).'],
  ])('touches nothing in %s', async (status, sentence) => {
    const { asked, done, outcome } = await deployed({ stacks: running('staging', {}, status) })
    expect(outcome).toContain(sentence)
    expect(done).toEqual([])
    expect(asked.filter((call) => /delete|unprotect/.test(call))).toEqual([])
  })

  it('for the first time, of an environment with a second region, wants to know where that is', async () => {
    const { done, outcome } = await deployed({}, 'prod')
    expect(outcome).toContain('First: npm run deploy -- prod-copy')
    expect(done).toEqual([])
    const known = ['--parameters', 'CopyVault=arn:aws:backup:us-west-2:111122223333:backup-vault:v']
    expect((await deployed({}, 'prod', ...known)).outcome).toBeUndefined()
  })

  it('later needs no second region: CloudFormation keeps where it is', async () => {
    const { asked, outcome } = await deployed({ stacks: running('prod') }, 'prod')
    expect(outcome).toBeUndefined()
    expect(asked.join()).not.toContain('us-west-2')
  })

  it('of a second region goes there, and needs no web app', async () => {
    const { asked, done } = await deployed({}, 'prod-copy')
    expect(asked).toContain('stack carelane-prod-copy in us-west-2')
    expect(done).toEqual(['-c env=prod-copy -c protected=false', '-c env=prod-copy'])
  })

  it('refuses two steps of the edge’s secrets, however they came into Parameter Store', async () => {
    const state = {
      stacks: running('staging', { EdgeSecrets: 'e1' }),
      parameters: { '/carelane/staging': { edgeSecrets: 'e2,e1' } },
    }
    const { done, outcome } = await deployed(state)
    expect(outcome).toContain('edgeSecrets cannot go from e1 to e2,e1 in one step.')
    expect(done).toEqual([])
  })

  it('refuses a restored table that lacks what this release reads', async () => {
    const parameters = { '/carelane/staging': { restored: 'carelane-restored' } }
    const [first = '', ...others] = tableDesign.indexes.map(({ name }) => name)
    const lacking = await deployed({ parameters, indexes: { 'carelane-restored': others } })
    expect([lacking.outcome, lacking.done]).toEqual([
      expect.stringContaining(`The table carelane-restored has no index ${first}`),
      [],
    ])
    expect((await deployed({ parameters })).outcome).toContain('There is no table carelane-restored')
    expect(
      (await deployed({ parameters, indexes: { 'carelane-restored': [first, ...others] } })).outcome,
    ).toBeUndefined()
  })

  it('compares the indexes with what runs, and names the releases between', async () => {
    const template = synthesise('staging').template.toJSON()
    const [[tableId = ''] = []] = Object.entries<{ Type: string }>(template.Resources).filter(
      ([, { Type }]) => Type === 'AWS::DynamoDB::Table',
    )
    template.Resources[tableId].Properties.GlobalSecondaryIndexes.splice(0, 2)
    const state = { stacks: running('staging', { Release: 'v1.1' }), templates: { 'carelane-staging': template } }
    const { done, outcome } = await deployed(state)
    expect(outcome).toContain('Deploy the releases between first, one after the other: v1.2, v1.3.')
    expect(done).toEqual([])
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
  const [a, b, c] = [index('a'), index('b', 'KEYS_ONLY'), index('c')]

  it.each([
    ['none changed', [a, b], [b, a]],
    ['one made', [a], [a, b]],
    ['one dropped', [a, b], [a]],
  ])('%s: one update does it', (_, from, to) => {
    expect(() => refuseTwoIndexSteps(deployedWith(...from), to, [])).not.toThrow()
  })

  it.each([
    ['two made', [a], [a, b, c], /To be made: b, c\./],
    ['two dropped', [a, b, c], [a], /To be dropped: b, c\./],
    ['one made and one dropped', [a, b], [a, c], /To be made: c\.\n.*To be dropped: b\./],
    ['another projection', [a], [index('a', ['id'])], 'An index cannot be altered in place: a.'],
    ['keys alone instead of columns', [a], [index('a', 'KEYS_ONLY')], 'An index cannot be altered in place: a.'],
  ])('%s: refused', (_, from, to, sentence) => {
    expect(() => refuseTwoIndexSteps(deployedWith(...from), to, [])).toThrow(sentence)
  })

  it('are compared where there is a table', () => {
    expect(() => refuseTwoIndexSteps({ Resources: {} }, [a, b, c], [])).not.toThrow()
    expect(() => refuseLostIndexes('restored', ['a', 'b', 'x'], [a, b])).not.toThrow()
  })

  it('that a restored table lacks are made one by one, as the stack’s own has them', () => {
    const refusal = (found: string[]) => {
      try {
        refuseLostIndexes('restored', found, [a, b, c])
      } catch (error) {
        return String(error)
      }
      return ''
    }
    expect(refusal(['c'])).toContain('has no index a, b, which this release reads.\n  Make them one after the other')
    for (const [wanted, said] of [
      [a, refusal(['b', 'c'])],
      [b, refusal(['a', 'c'])],
    ] as const) {
      const [, updates = ''] = /--global-secondary-index-updates '(.*)'/.exec(said) ?? []
      const [{ Create: made }] = JSON.parse(updates)
      const template = {
        Resources: { Table: { Type: 'AWS::DynamoDB::Table', Properties: { GlobalSecondaryIndexes: [made] } } },
      }
      expect(() => refuseTwoIndexSteps(template, [wanted], [])).not.toThrow()
      for (const key of [wanted.partition, wanted.sort]) expect(said).toContain(`AttributeName=${key},AttributeType=S`)
    }
  })
})
