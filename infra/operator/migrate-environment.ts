import { tableDesign } from '#functions/data/table-keys.ts'
import type { Migration } from '#functions/migrations/migration.ts'
import { findEnvironment, migrationMachineName } from '../config.ts'
import type { OperatorAws } from './aws.ts'
import { refuseLostIndexes } from './index-steps.ts'
import { openEnvironment } from './open-environment.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { findTableInUse } from './table-in-use.ts'

interface Hands {
  openAws: (
    region: string,
  ) => Pick<
    OperatorAws,
    'account' | 'stack' | 'parameter' | 'indexes' | 'runningExecution' | 'startExecution' | 'executionEnd'
  >
  say: (sentence: string) => void
  /** The migrations of the current checkout. */
  migrations: readonly Migration[]
}

/**
 * Starts the state machine that runs an environment's migrations, and waits until it ends. It runs the migrations that have not
 * been applied to the table in use; functions can use the table meanwhile. Throws `OperatorRefusal` if the migrations cannot start
 * or do not succeed.
 */
export async function migrateEnvironment(
  args: readonly string[],
  { openAws, say, migrations }: Hands,
  find = findEnvironment,
): Promise<void> {
  const [name = '', ...more] = args
  if (more.length > 0) throw new OperatorRefusal('npm run migrate -- {environment}')
  const { config, account, aws, stack } = await openEnvironment(name, openAws, find)
  const { name: table } = await findTableInUse(name, stack, aws)
  say(`The table is ${table}.`)
  refuseLostIndexes(table, await aws.indexes(table), tableDesign.indexes)
  for (const { name: migration, says } of migrations) say(`${migration}: ${says}.`)
  const machine = `arn:aws:states:${config.region}:${account}:stateMachine:${migrationMachineName(name)}`
  const running = await aws.runningExecution(machine)
  if (running) say('An earlier run of the migrations is still in progress. Waiting for it.')
  const executionArn = running ?? (await aws.startExecution(machine))
  const { status, cause } = await aws.executionEnd(executionArn).catch((error: unknown) => {
    throw new OperatorRefusal(`The migrations of ${name} continue, but this command cannot follow them.`, [
      String(error instanceof Error ? error.message : error),
      `Sign in again, and then: npm run migrate -- ${name}`,
    ])
  })
  if (status === 'RUNNING')
    throw new OperatorRefusal(`The migrations of ${name} are still running. They continue by themselves.`, [
      'If they fail, the alarm Alarms-MigrationFailed reports it.',
      `To wait for them again: npm run migrate -- ${name}`,
    ])
  if (status !== 'SUCCEEDED')
    throw new OperatorRefusal(`The migration of ${name} ended with ${status}${cause && `: ${cause}`}`, [
      `To see where: aws stepfunctions describe-execution --execution-arn ${executionArn}`,
      `Once the cause is fixed, resume with: npm run migrate -- ${name}`,
    ])
  say('All migrations are done.')
}
