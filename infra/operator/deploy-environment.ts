import { tableDesign } from '#functions/data/table-keys.ts'
import {
  copyOf,
  deployableNames,
  type EnvironmentConfig,
  findCopied,
  findEnvironment,
  findServed,
  missingValues,
  pipeline,
  unusableValues,
} from '../config.ts'
import type { Aws } from './aws.ts'
import { refuseLostIndexes, refuseTwoIndexSteps } from './index-steps.ts'
import { presentSettings } from './present-state.ts'
import { Refusal } from './refusal.ts'
import { refuseOtherAccount } from './refuse-other-account.ts'
import { refuseTwoSecretSteps } from './secret-steps.ts'

/** What a deploy does beside asking AWS. */
interface Hands {
  openAws: (region: string) => Aws
  /** Builds the web app. */
  build: () => void
  /** Runs CDK's `deploy` with these options. */
  cdk: (options: readonly string[]) => void
  /** The tags between what is deployed and what is checked out, oldest first. */
  tagsSince: (release: string) => readonly string[]
  say: (sentence: string) => void
}

/** `npm run deploy -- prod`: whatever is wrong is said before anything is built or touched. Throws `Refusal`. */
export async function deploy(
  name: string,
  options: readonly string[],
  hands: Hands,
  find = findEnvironment,
): Promise<void> {
  const known = deployableNames.map((each) => `npm run deploy -- ${each}`).join(', ')
  if (!name) throw new Refusal('Which environment?', [`Choose one: ${known}`])
  const copied = findCopied(name, find)
  const served = findServed(name, find)
  const config = (copied ?? served)?.config ?? find(name)
  if (!config) throw new Refusal(`There is no environment "${name}".`, [`Choose one: ${known}`])
  const missing = [
    ...unusableValues(config),
    ...(config.keepsData && !served ? missingValues(config) : []),
    ...(served && !/^[\w.-]+\/[\w.-]+$/.test(pipeline.repository)
      ? [`pipeline.repository is "${pipeline.repository}": name the repository, as owner/name.`]
      : []),
  ]
  if (missing.length > 0) throw new Refusal(`infra/config.ts does not have what ${name} needs yet:`, missing)
  const region = copied?.region ?? config.region
  const aws = hands.openAws(region)
  await refuseOtherAccount(name, config, aws)

  const isFirst = await makeRoom(name, aws, hands)
  if (!copied && !served) {
    if (isFirst) refuseWithoutCopy(name, config, options)
    await refuseHastySteps(name, config, aws, hands)
    hands.build()
  }
  const cdk = ['-c', `env=${name}`, ...options]
  if (isFirst && config.keepsData && !served) {
    hands.say(`${name} is made for the first time: without protection, so that a try that fails can be repeated.`)
    hands.cdk([...cdk, '-c', 'protected=false'])
    hands.say(`${name} is there. Now its protection is put on.`)
  }
  hands.cdk(cdk)
}

/** Of a creation that failed nothing is worth keeping: nobody has ever used what it made. */
const failedCreation = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'REVIEW_IN_PROGRESS']

/** Answers whether the environment is to be made for the first time; sweeps away a try that failed. */
async function makeRoom(name: string, aws: Aws, { say }: Hands): Promise<boolean> {
  const stackName = `carelane-${name}`
  const stack = await aws.stack(stackName)
  if (!stack) return true
  if (failedCreation.includes(stack.status)) {
    say(`An earlier try to make ${name} failed (${stack.status}): it is swept away first.`)
    await aws.unprotectStack(stackName)
    await aws.unprotectTables(stackName)
    await aws.deleteStack(stackName)
    return true
  }
  if (stack.status === 'UPDATE_ROLLBACK_FAILED')
    throw new Refusal(`The last deploy of ${name} failed, and so did its rollback.`, [
      `When what stood in its way is gone: aws cloudformation continue-update-rollback --stack-name ${stackName}`,
    ])
  if (stack.status === 'DELETE_FAILED')
    throw new Refusal(`${name} was to be deleted, and could not be.`, [
      `CloudFormation's events say what holds it. When that is gone: aws cloudformation delete-stack --stack-name ${stackName}`,
    ])
  if (stack.status.endsWith('_IN_PROGRESS')) throw new Refusal(`${name} is being changed right now (${stack.status}).`)
  return false
}

/** CloudFormation keeps what it was told once: no later deploy needs the second region. */
function refuseWithoutCopy(name: string, { recovery }: EnvironmentConfig, options: readonly string[]): void {
  if (!recovery?.copyRegion || options.some((option) => option.startsWith('CopyVault='))) return
  throw new Refusal(`${name} copies its backups and media to ${recovery.copyRegion}, and does not know where to yet.`, [
    `First: npm run deploy -- ${copyOf(name)}`,
    `Then: npm run deploy -- ${name} {its output ParametersOfTheFirst}`,
  ])
}

async function refuseHastySteps(
  name: string,
  config: EnvironmentConfig,
  aws: Aws,
  { tagsSince }: Hands,
): Promise<void> {
  const settings = await presentSettings(name, config, { account: config.account, look: () => aws })
  if (settings.restored) refuseLostIndexes(settings.restored, await aws.indexes(settings.restored), tableDesign.indexes)
  const stack = await aws.stack(`carelane-${name}`)
  if (!stack) return
  refuseTwoSecretSteps(stack.outputs.EdgeSecrets, settings.edgeSecrets)
  const tags = stack.outputs.Release ? tagsSince(stack.outputs.Release) : []
  refuseTwoIndexSteps(await aws.template(`carelane-${name}`), tableDesign.indexes, tags)
}
