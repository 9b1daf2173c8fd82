import { tableDesign } from '#functions/data/table-keys.ts'
import { migrations } from '#functions/migrations/migrations.ts'
import { environmentNames, findEnvironment, migrationMachineName } from '../config.ts'
import type { OperatorAws } from './aws.ts'
import { refuseLostIndexes } from './index-steps.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { refuseOtherAccount } from './refuse-other-account.ts'

interface Hands {
  openAws: (region: string) => Pick<OperatorAws, 'account' | 'stack' | 'indexes' | 'execute'>
  say: (sentence: string) => void
}

/**
 * Starts the state machine that runs an environment's migrations, and waits until it ends. It runs the migrations that have not
 * been applied to the table in use; functions can use the table meanwhile. Throws `OperatorRefusal` if the migrations cannot start
 * or do not succeed.
 */
export async function migrateEnvironment(
  args: readonly string[],
  { openAws, say }: Hands,
  find = findEnvironment,
): Promise<void> {
  const [name = '', ...more] = args
  const config = find(name)
  if (!config || more.length > 0)
    throw new OperatorRefusal('npm run migrate -- {environment}', [`Choose one: ${environmentNames.join(', ')}`])
  const aws = openAws(config.region)
  await refuseOtherAccount(name, config, aws)
  const stack = await aws.stack(`carelane-${name}`)
  if (!stack) throw new OperatorRefusal(`${name} is not deployed.`, [`npm run preflight -- ${name}`])
  const { TableName = '' } = stack.outputs
  say(`The table is ${TableName}.`)
  refuseLostIndexes(TableName, await aws.indexes(TableName), tableDesign.indexes)
  for (const { name: migration, says } of migrations) say(`${migration}: ${says}.`)
  const { region, account } = config
  const machine = `arn:aws:states:${region}:${account}:stateMachine:${migrationMachineName(name)}`
  const { executionArn, status, cause } = await aws.execute(machine)
  if (status !== 'SUCCEEDED')
    throw new OperatorRefusal(`The migration of ${name} ended with ${status}${cause && `: ${cause}`}`, [
      `To see where: aws stepfunctions describe-execution --execution-arn ${executionArn}`,
      `Once the cause is fixed, resume with: npm run migrate -- ${name}`,
    ])
  say('All migrations are done.')
}
