import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { bootstrapVersionParameter, type EnvironmentConfig } from '../config.ts'
import boundary from '../permissions-boundary.json' with { type: 'json' }
import { permissionsBoundaryName } from '../permissions-boundary.ts'
import type { OperatorAws } from './aws.ts'
import { OperatorRefusal } from './operator-refusal.ts'

/** The oldest version of the bootstrap with which the CDK deploys our stacks. */
export const oldestBootstrap = 6

interface Deployed {
  name: string
  account: string
  region: string
  config: EnvironmentConfig
}

const policyDocument = z.object({
  Statement: z.array(z.object({ Effect: z.string(), Action: z.union([z.string(), z.array(z.string())]) })),
})
const boundaryFile = 'file://infra/permissions-boundary.json'
const boundaryArn = (account: string) => `arn:aws:iam::${account}:policy/${permissionsBoundaryName}`

/**
 * Throws `OperatorRefusal` if the account lacks what a deploy needs: the CDK's bootstrap, the permissions boundary for environments
 * that retain their data, and a sufficient spending limit for environments that send text messages.
 */
export async function refuseUnpreparedAccount(
  { account, region, config }: Deployed,
  aws: Pick<OperatorAws, 'parameter' | 'policy' | 'highestTextLimit'>,
): Promise<void> {
  const hasBoundary = config.retainsData
  if (hasBoundary) refuseOldBoundary(account, await aws.policy(boundaryArn(account)))
  const version = await aws.parameter(bootstrapVersionParameter)
  const option = hasBoundary ? ` --custom-permissions-boundary ${permissionsBoundaryName}` : ''
  const bootstrap = [`npx cdk bootstrap aws://${account}/${region}${option}`]
  if (version === undefined)
    throw new OperatorRefusal(`The CDK’s bootstrap is missing in ${region} of the account ${account}.`, bootstrap)
  if (Number(version) < oldestBootstrap)
    throw new OperatorRefusal(
      `The CDK’s bootstrap in ${region} of the account ${account} is too old: it has version ${version}, and a deploy needs ${oldestBootstrap}.`,
      bootstrap,
    )
  if (config.smsIdentity) refuseLowTextLimit(config.smsMonthlyLimit, await aws.highestTextLimit())
}

function refuseLowTextLimit(requested: number, highest: number): void {
  if (requested <= highest) return
  throw new OperatorRefusal(
    `AWS lets this account spend at most $${highest} a month on text messages, and smsMonthlyLimit is ${requested}.`,
    [
      'Ask AWS Support for a higher spending limit of AWS End User Messaging, or lower smsMonthlyLimit in infra/config.ts.',
    ],
  )
}

function refuseOldBoundary(account: string, deployed: unknown): void {
  if (deployed === undefined)
    throw new OperatorRefusal(
      `The account ${account} has no policy ${permissionsBoundaryName}, which limits every role.`,
      [`aws iam create-policy --policy-name ${permissionsBoundaryName} --policy-document ${boundaryFile}`],
    )
  const known = allowedActions(deployed)
  const missing = allowedActions(boundary).filter((action) => !known.includes(action))
  if (missing.length > 0)
    throw new OperatorRefusal(`The policy ${permissionsBoundaryName} does not allow ${missing.join(', ')} yet.`, [
      updateBoundary(account),
    ])
}

const allowedActions = (document: unknown) =>
  policyDocument.parse(document).Statement.flatMap(({ Effect, Action }) => (Effect === 'Allow' ? Action : []))

const updateBoundary = (account: string) =>
  `aws iam create-policy-version --policy-arn ${boundaryArn(account)} --policy-document ${boundaryFile} --set-as-default`

/** Returns sentences about what the account still lacks. A deploy succeeds without it. */
export async function accountAdvice(
  { account, config }: Deployed,
  isFirst: boolean,
  aws: Pick<OperatorAws, 'policy' | 'mailState' | 'blocksPublicAccess'>,
): Promise<string[]> {
  const advice: string[] = []
  if (isFirst)
    advice.push(
      'If this account has never had a CloudFront distribution, AWS may have to verify the account first, which takes days. Ask AWS Support now.',
    )
  if (!config.retainsData) return advice
  const { mail } = config
  const more = [
    boundaryAdvice(account, aws),
    publicAccessAdvice(account, aws),
    ...(mail ? [aws.mailState(mail.identity).then((state) => mailAdvice(config, state, isFirst))] : []),
  ]
  // What no one may read must not stop a deploy that would succeed.
  const all = await Promise.all(more.map((each) => each.catch(unreadableText)))
  return [...advice, ...all.flat()]
}

function unreadableText(error: unknown): string[] {
  if (!(error instanceof OperatorRefusal)) throw error
  return [error.message.split('\n')[0] ?? '']
}

const boundaryAdvice = async (account: string, aws: Pick<OperatorAws, 'policy'>) =>
  isDeepStrictEqual(await aws.policy(boundaryArn(account)), boundary)
    ? []
    : [`The policy ${permissionsBoundaryName} is not the one of this checkout: ${updateBoundary(account)}`]

const publicAccessAdvice = async (account: string, aws: Pick<OperatorAws, 'blocksPublicAccess'>) =>
  (await aws.blocksPublicAccess(account))
    ? []
    : [
        `S3 does not block public access for the whole account: aws s3control put-public-access-block --account-id ${account} --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true`,
      ]

function mailAdvice(
  { mail, domain }: EnvironmentConfig,
  { isInSandbox, isVerified }: { isInSandbox: boolean; isVerified: boolean },
  isFirst: boolean,
): string[] {
  const advice: string[] = []
  if (isInSandbox)
    advice.push(
      `SES is in its sandbox, so email reaches verified addresses only: aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url https://${domain}`,
    )
  if (!isVerified && !isFirst)
    advice.push(
      `SES has not verified ${mail?.identity}, so it refuses every email: add the DNS records of the outputs DkimRecord1 to DkimRecord3.`,
    )
  return advice
}
