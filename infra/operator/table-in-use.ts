import { setTimeout as wait } from 'node:timers/promises'
import { readTableState, tableDrainMs, tableRefreshMs, tableStateText } from '#functions/data/table-in-use.ts'
import { tableDesign } from '#functions/data/table-keys.ts'
import { type EnvironmentConfig, restoredTablePrefix, tableParameterName } from '../config.ts'
import { noRestoredTableValue } from '../operator-parameters.ts'
import type { DeployedStack, OperatorAws } from './aws.ts'
import { refuseLostIndexes } from './index-steps.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { refuseUnsettledStack } from './refuse-unsettled-stack.ts'

const ownTableOf = ({ outputs: { OwnTable = '' } }: Pick<DeployedStack, 'outputs'>) => OwnTable

/** Finds out which table the functions of an environment use. */
export async function findTableInUse(
  environment: string,
  stack: Pick<DeployedStack, 'outputs'>,
  aws: Pick<OperatorAws, 'parameter'>,
) {
  return readTableState(await aws.parameter(tableParameterName(environment)), ownTableOf(stack))
}

interface Switching {
  environment: string
  config: Pick<EnvironmentConfig, 'retainsData'>
  stack: DeployedStack
  aws: Pick<OperatorAws, 'parameter' | 'putParameter' | 'indexes' | 'tableProtection' | 'changeParameter'>
  say: (sentence: string) => void
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Makes all functions use a restored table, or with `none` the stack's own table again. Nothing is written for a while in between,
 * so that functions never write to two tables at once. If the command is interrupted, the same command goes on. Throws
 * `OperatorRefusal`, before it changes anything, for a table that lacks what the functions or the environment need.
 */
export async function switchTable(
  value: string,
  { environment, config, stack, aws, say, pause = wait }: Switching,
): Promise<void> {
  const target = value === noRestoredTableValue ? ownTableOf(stack) : value
  await refuseUnfitTable(target, { environment, config, stack, aws })
  const parameter = tableParameterName(environment)
  const put = (name: string, isReadOnly: boolean) => aws.putParameter(parameter, tableStateText({ name, isReadOnly }))
  const present = await findTableInUse(environment, stack, aws)
  if (present.name !== target || present.isReadOnly) {
    await put(present.name, true)
    say(`Calls that write return 503 until ${target} is in use. This takes about two minutes.`)
    await pause(tableDrainMs)
    await put(target, false).catch((error: unknown) => {
      throw new OperatorRefusal(
        `Calls that write return 503 until this command has finished, and it could not go on: ${error instanceof Error ? error.message : error}.`,
        [`Sign in again at once, and then: npm run operate -- ${environment} set RestoredTable ${value}`],
      )
    })
    await pause(tableRefreshMs)
    say(`All functions use the table ${target}.`)
  }
  if (stack.parameters.RestoredTable === value) return
  refuseUnsettledStack(environment, stack)
  await aws.changeParameter(`carelane-${environment}`, 'RestoredTable', value, stack)
  say('The alarms and the dashboard show this table as well.')
}

async function refuseUnfitTable(
  table: string,
  { environment, config, stack, aws }: Pick<Switching, 'environment' | 'config' | 'stack' | 'aws'>,
): Promise<void> {
  const prefix = restoredTablePrefix(environment)
  const isOwn = table === ownTableOf(stack)
  if (!isOwn && !table.startsWith(prefix))
    throw new OperatorRefusal(`The functions of ${environment} may not use ${table}.`, [
      `They may use tables whose names begin with ${prefix}, and the stack's own table, which is named ${noRestoredTableValue} here.`,
    ])
  refuseLostIndexes(table, await aws.indexes(table), tableDesign.indexes)
  if (isOwn) return
  const { expires, isRecoverable, isProtected } = await aws.tableProtection(table)
  const missing = [
    ...(expires === tableDesign.ttl
      ? []
      : [
          `aws dynamodb update-time-to-live --table-name ${table} --time-to-live-specification Enabled=true,AttributeName=${tableDesign.ttl}`,
        ]),
    ...(isRecoverable
      ? []
      : [
          `aws dynamodb update-continuous-backups --table-name ${table} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true,RecoveryPeriodInDays=35`,
        ]),
    ...(isProtected || !config.retainsData
      ? []
      : [`aws dynamodb update-table --table-name ${table} --deletion-protection-enabled`]),
  ]
  if (missing.length > 0)
    throw new OperatorRefusal(`${table} is not protected like the stack’s own table. First run:`, missing)
}
