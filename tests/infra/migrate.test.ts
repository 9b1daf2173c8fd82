import { describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { findEnvironment } from '#infra/config.ts'
import { migrateEnvironment } from '#infra/operator/migrate-environment.ts'
import { exampleMigration } from './example-migration.ts'
import { fakeAws } from './fake-aws.ts'

const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, account: '111122223333' }
}

/** Runs `npm run migrate` with these responses from AWS. */
async function migrate(state: Parameters<typeof fakeAws>[0], ...args: string[]) {
  const { openAws, calls } = fakeAws(state)
  const lines: string[] = []
  const hands = { openAws, say: (sentence: string) => lines.push(sentence), migrations: [exampleMigration] }
  const outcome = await migrateEnvironment(args, hands, find).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { calls, lines, outcome }
}

const all = tableDesign.indexes.map(({ name }) => name)
const running = (TableName: string) => ({
  stacks: { 'carelane-prod': { status: 'UPDATE_COMPLETE', outputs: { OwnTable: TableName } } },
  indexes: { [TableName]: all },
})
const machine = 'arn:aws:states:us-east-1:111122223333:stateMachine:carelane-prod-migrations'

describe('npm run migrate', () => {
  it('starts nothing in another account or for an environment that is not deployed', async () => {
    const strange = await migrate({ ...running('carelane-prod-own'), account: '999900001111' }, 'prod')
    expect(strange.calls).toEqual(['account'])
    expect(strange.outcome).toContain('prod belongs to the account 111122223333')
    const { calls, outcome } = await migrate({}, 'prod')
    expect(calls).toEqual(['account', 'stack carelane-prod in us-east-1'])
    expect(outcome).toContain('prod is not deployed.\n  npm run preflight -- prod')
  })

  it('prints its usage', async () => {
    for (const [args, text] of [
      [[], 'There is no environment "".'],
      [['qa'], 'There is no environment "qa".'],
      [['prod', 'now'], 'npm run migrate -- {environment}'],
    ] as const) {
      const { calls, outcome } = await migrate({}, ...args)
      expect([outcome, calls]).toEqual([expect.stringContaining(text), []])
    }
  })

  it('runs the environment’s own state machine on the table in use and waits for its end', async () => {
    const { calls, lines, outcome } = await migrate(running('carelane-prod-restored'), 'prod')
    expect([outcome, calls.slice(-2)]).toEqual([undefined, [`startExecution ${machine}`, 'executionEnd its-arn']])
    expect(lines[0]).toContain('carelane-prod-restored')
    expect(lines).toContain(`${exampleMigration.name}: ${exampleMigration.says}.`)
    expect(lines.at(-1)).toBe('All migrations are done.')
  })

  it('waits for an index that the release reads', async () => {
    const { calls, outcome } = await migrate({ ...running('own'), indexes: { own: all.slice(1) } }, 'prod')
    expect(outcome).toContain(`The table own has no index ${all[0]}`)
    expect(calls.join()).not.toContain('startExecution')
  })

  it('waits for a run in progress instead of starting a second one', async () => {
    const { calls, lines } = await migrate({ ...running('own'), runningExecution: 'the-arn' }, 'prod')
    expect(calls.slice(-2)).toEqual([`runningExecution ${machine}`, 'executionEnd the-arn'])
    expect(lines.join()).toContain('An earlier run of the migrations is still in progress.')
  })

  it('says that migrations continue if it stops waiting or its credentials expire', async () => {
    const status = { execution: { status: 'RUNNING', cause: '' } }
    expect((await migrate({ ...running('own'), ...status }, 'prod')).outcome).toContain('They continue by themselves.')
    const { outcome } = await migrate({ ...running('own'), isSignInOver: true }, 'prod')
    expect(outcome).toContain('The migrations of prod continue, but this command cannot follow them.')
    expect(outcome).toContain('Sign in again, and then: npm run migrate -- prod')
  })

  it('reports where a failed migration stopped and the command to continue', async () => {
    const { outcome } = await migrate({ ...running('own'), execution: { status: 'FAILED', cause: 'No table' } }, 'prod')
    expect(outcome).toBe(
      [
        'The migration of prod ended with FAILED: No table',
        '  To see where: aws stepfunctions describe-execution --execution-arn its-arn',
        '  Once the cause is fixed, resume with: npm run migrate -- prod',
      ].join('\n'),
    )
  })
})
