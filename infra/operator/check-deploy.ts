import { tableDesign } from '#functions/data/table-keys.ts'
import type { Migration } from '#functions/migrations/migration.ts'
import {
  copyDeploymentName,
  deployableNames,
  type EnvironmentConfig,
  findCopiedEnvironment,
  findEnvironment,
  findEnvironmentOfRoles,
  missingValueTexts,
  unusableValueTexts,
} from '../config.ts'
import { missingRepositoryTexts } from '../pipeline-settings.ts'
import { accountAdvice, refuseUnpreparedAccount } from './account-readiness.ts'
import type { DeployedStack, OperatorAws } from './aws.ts'
import { refuseLostIndexes, refuseTwoIndexSteps, refuseUnsettledIndexes } from './index-steps.ts'
import { isFailedCreation } from './open-environment.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { refuseOtherAccount } from './refuse-other-account.ts'
import { refuseUnsettledStack } from './refuse-unsettled-stack.ts'
import { findTableInUse } from './table-in-use.ts'

interface Hands {
  openAws: (
    region: string,
  ) => Pick<
    OperatorAws,
    | 'account'
    | 'concurrency'
    | 'stack'
    | 'template'
    | 'indexes'
    | 'parameter'
    | 'policy'
    | 'highestTextLimit'
    | 'mailState'
    | 'blocksPublicAccess'
  >
  /** The tags after the deployed release up to the current checkout, oldest first. */
  tagsSince: (release: string) => readonly string[]
  say: (sentence: string) => void
  /** The migrations of the current checkout. */
  migrations: readonly Migration[]
}

/**
 * Throws an `OperatorRefusal` that says what would make a deploy fail, before anything is changed. If nothing would, prints the
 * next command.
 */
export async function checkDeploy(args: readonly string[], hands: Hands, find = findEnvironment): Promise<void> {
  const [name = '', ...more] = args
  const copied = findCopiedEnvironment(name, find)
  const served = findEnvironmentOfRoles(name, find)
  const config = (copied ?? served)?.config ?? find(name)
  if (!config || more.length > 0)
    throw new OperatorRefusal('npm run preflight -- {environment}', [`Choose one: ${deployableNames.join(', ')}`])
  const missing = [
    ...unusableValueTexts(config),
    ...(config.retainsData && !served ? missingValueTexts(config) : []),
    ...(served ? missingRepositoryTexts() : []),
  ]
  if (missing.length > 0) throw new OperatorRefusal(`infra/config.ts is missing settings for ${name}:`, missing)
  const region = copied?.region ?? config.region
  const aws = hands.openAws(region)
  const account = await refuseOtherAccount(name, config, aws)
  const deployed = { name, account, region, config }
  await refuseUnpreparedAccount(deployed, aws)

  if (!copied && !served) await refuseTooManyReserved(config, aws)
  const stack = await aws.stack(`carelane-${name}`)
  if (!stack || (isFailedCreation(stack) && stack.status !== 'CREATE_FAILED')) {
    if (stack) hands.say(leftBy(name, stack))
    const options = copied || served ? '' : await secondRegionOptions(name, config, hands)
    if (!copied && !served) for (const advice of await accountAdvice(deployed, true, aws)) hands.say(advice)
    sayFirstDeploy(name, { isProtectedLater: !served && config.retainsData, options }, hands.say)
    return
  }
  refuseUnsettledStack(name, stack)
  if (!copied && !served && copyRegionOf(config) && !stack.parameters.CopyVault)
    throw new OperatorRefusal(`${name} does not yet know where to store its copies in ${copyRegionOf(config)}.`, [
      `npx cdk deploy -c env=${name}${await secondRegionOptions(name, config, hands)}`,
    ])
  if (!copied && !served) {
    await refuseIndexes(name, stack, aws, hands)
    for (const advice of await accountAdvice(deployed, false, aws)) hands.say(advice)
  }
  hands.say(`Ready to deploy: npx cdk deploy -c env=${name}`)
  if (!copied && !served) sayPending(name, stack, hands)
}

/**
 * Refuses a deploy that reserves too much concurrency. Lambda requires that 100 of the account's executions stay unreserved, and
 * refuses a reservation that would leave fewer.
 */
async function refuseTooManyReserved(
  { concurrency }: EnvironmentConfig,
  aws: Pick<OperatorAws, 'concurrency'>,
): Promise<void> {
  const reserved = Object.values(concurrency).reduce((sum, runs) => sum + runs, 0)
  if (reserved === 0) return
  const allowed = await aws.concurrency()
  if (reserved + 100 <= allowed) return
  throw new OperatorRefusal(
    `infra/config.ts reserves ${reserved} concurrent executions, but the account has ${allowed}, and 100 must stay unreserved.`,
    ['Request an increase (Service Quotas, Lambda, Concurrent executions), or remove "concurrency" for now.'],
  )
}

/**
 * Returns the text for the operator about a failed creation. The next deploy deletes the stack, but a bucket to which AWS has
 * already written remains and belongs to no stack.
 */
function leftBy(name: string, { status }: DeployedStack): string {
  if (status === 'REVIEW_IN_PROGRESS')
    return `An earlier deploy of ${name} ended before it created anything (${status}).`
  const stackName = `carelane-${name}`
  const environment = name.replace(/-(copy|roles)$/, '')
  return [
    `An earlier attempt to create ${name} failed (${status}). The next deploy deletes its stack first.`,
    `  If that is refused: aws cloudformation update-termination-protection --stack-name ${stackName} --no-enable-termination-protection`,
    '  To list what it leaves behind once deleted:',
    `  aws resourcegroupstaggingapi get-resources --tag-filters Key=product,Values=carelane Key=environment,Values=${environment} --query 'ResourceTagMappingList[].ResourceARN'`,
  ].join('\n')
}

const copyRegionOf = ({ recovery }: EnvironmentConfig) => recovery?.copyRegion

/**
 * Returns the deploy options with the vault, the key and the bucket that receive the copies in the second region. Returns '' if the
 * environment has no second region. Throws `OperatorRefusal` if the stack in that region has not been deployed yet.
 */
async function secondRegionOptions(name: string, config: EnvironmentConfig, { openAws }: Hands): Promise<string> {
  const region = copyRegionOf(config)
  if (!region) return ''
  const copy = await openAws(region).stack(`carelane-${copyDeploymentName(name)}`)
  const { ParametersOfTheFirst: options } = copy?.outputs ?? {}
  if (options) return ` ${options}`
  throw new OperatorRefusal(
    `${name} keeps copies in ${region}, but ${copyDeploymentName(name)} is not deployed there yet.`,
    [`First: npm run preflight -- ${copyDeploymentName(name)}`],
  )
}

interface FirstDeploy {
  /**
   * If true, the environment is created without protection, so that a failed attempt can be repeated, and a second deploy protects
   * it.
   */
  isProtectedLater: boolean
  options: string
}

function sayFirstDeploy(name: string, { isProtectedLater, options }: FirstDeploy, say: Hands['say']) {
  const deploy = `npx cdk deploy -c env=${name}`
  say(`${name} is being created for the first time:`)
  if (isProtectedLater) say(`  ${deploy} -c protected=false${options}`)
  say(`  ${deploy}`)
}

/** Prints the migrations that the current checkout has and the deployed release does not have. */
function sayPending(name: string, { outputs: { Migrations = '' } }: DeployedStack, { say, migrations }: Hands) {
  const known = Migrations.split(',')
  const pending = migrations.filter((each) => !known.includes(each.name))
  if (pending.length === 0) return
  say(`After that, run: npm run migrate -- ${name}`)
  for (const { name: migration, says } of pending) say(`  ${migration}: ${says}.`)
}

async function refuseIndexes(
  name: string,
  { outputs }: DeployedStack,
  aws: Pick<OperatorAws, 'template' | 'indexes' | 'parameter'>,
  { tagsSince }: Hands,
): Promise<void> {
  const { name: inUse } = await findTableInUse(name, { outputs }, aws)
  const isRestored = inUse !== outputs.OwnTable
  if (isRestored) refuseLostIndexes(inUse, await aws.indexes(inUse), tableDesign.indexes)
  const deployed = await aws.template(`carelane-${name}`)
  const { OwnTable = '', Release } = outputs
  const own = await aws.indexes(OwnTable)
  // If functions use a restored table, the stack's own table may have been lost.
  if (own || !isRestored) refuseUnsettledIndexes(OwnTable, own, deployed)
  refuseTwoIndexSteps(deployed, tableDesign.indexes, Release ? tagsSince(Release) : [])
}
