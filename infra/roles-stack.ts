import { Aws, CfnOutput, CfnParameter, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib'
import { CfnOIDCProvider, PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { addParameterCondition, chooseByCondition, setCreationCondition } from './conditions.ts'
import {
  copyDeploymentName,
  type EnvironmentConfig,
  migrationMachineName,
  missingRepositoryTexts,
  pipelineSettings,
} from './config.ts'
import { permissionsBoundaryProps } from './permissions-boundary.ts'
import { reportMissingSettings } from './report-missing.ts'

const issuer = 'token.actions.githubusercontent.com'

/** The value of the parameter `ExistingProvider` if the account has no identity provider for GitHub yet. */
const none = 'none'

/** The environment with which the workflow of a pull request compares the code. */
const compared = 'staging'

interface Props {
  environment: string
  config: EnvironmentConfig
}

interface Place {
  name: string
  region: string
}

/**
 * The roles that GitHub workflows assume, without any stored AWS keys. The role that deploys trusts one GitHub environment of one
 * repository. Staging has a second role, which trusts the repository's pull requests and may only read what is deployed.
 */
export class RolesStack extends Stack {
  /** The ARN of GitHub's identity provider in this account. */
  private readonly provider: string

  constructor(scope: Construct, { environment, config }: Props) {
    const { account, region, recovery } = config
    super(scope, `carelane-${environment}-roles`, {
      env: { region, ...(account && { account }) },
      ...permissionsBoundaryProps(config),
      description: `Carelane, the pipeline roles for ${environment}`,
      tags: { product: 'carelane', environment },
    })
    reportMissingSettings(this, config, missingRepositoryTexts())
    this.provider = this.makeProvider()
    const copyRegion = recovery?.copyRegion
    const own: Place = { name: environment, region }
    const places = copyRegion ? [own, { name: copyDeploymentName(environment), region: copyRegion }] : [own]
    if (environment === compared) this.role('Diff', 'pull_request', look(places))
    this.role('Deploy', `environment:${environment}`, [...look(places), ...deployTo(places), ...smoke(own)])
  }

  /**
   * Creates GitHub's identity provider unless the account has one, and returns its ARN. An account can have only one provider for
   * each issuer; if another stack has already created it, the parameter contains its ARN.
   */
  private makeProvider(): string {
    const { valueAsString: existing } = new CfnParameter(this, 'ExistingProvider', {
      description: 'The ARN of the GitHub OIDC provider, if the account already has one',
      default: none,
    })
    const isMade = addParameterCondition(this, 'MakesProvider', existing, none)
    const provider = new CfnOIDCProvider(this, 'GitHub', {
      url: `https://${issuer}`,
      clientIdList: ['sts.amazonaws.com'],
    })
    setCreationCondition(isMade, provider)
    return chooseByCondition(isMade, provider.attrArn, existing)
  }

  private role(id: string, subject: string, statements: PolicyStatement[]) {
    const role = new Role(this, id, {
      assumedBy: new WebIdentityPrincipal(this.provider, {
        StringEquals: {
          [`${issuer}:aud`]: 'sts.amazonaws.com',
          [`${issuer}:sub`]: `repo:${pipelineSettings.repository}:${subject}`,
        },
      }),
      inlinePolicies: { Grants: new PolicyDocument({ statements }) },
    })
    new CfnOutput(this, `${id}Role`, { value: role.roleArn })
  }
}

const allow = (actions: string[], resources: string[], conditions?: Record<string, Record<string, string>>) =>
  new PolicyStatement({ actions, resources, ...(conditions && { conditions }) })

const arn = (service: string, region: string, resource: string) =>
  `arn:${Aws.PARTITION}:${service}:${region}:${Aws.ACCOUNT_ID}:${resource}`

/** Allows reading which resources are deployed, but no item, object or secret. */
const look = (places: readonly Place[]) => [
  allow(
    ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
    places.map(({ name, region }) => arn('cloudformation', region, `stack/carelane-${name}/*`)),
  ),
]

/** Allows deploying with the roles that CDK's bootstrapping created, which cannot exceed the permissions boundary. */
const deployTo = (places: readonly Place[]) => {
  const qualifier = DefaultStackSynthesizer.DEFAULT_QUALIFIER
  const roles = places.flatMap(({ region }) =>
    ['deploy', 'file-publishing'].map(
      (role) =>
        `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-${qualifier}-${role}-role-${Aws.ACCOUNT_ID}-${region}`,
    ),
  )
  return [allow(['sts:AssumeRole'], roles)]
}

/**
 * The rights of the commands that the pipeline runs before and after a deploy. `preflight` reads the tables' indexes and the
 * account's Lambda quota. `smoke` reads the canary's credentials and the subscriptions to alarms and to warnings about keys.
 * `migrate` reads the tables' indexes and runs the migrations.
 */
const smoke = ({ name, region }: Place) => [
  allow(['secretsmanager:GetSecretValue'], [arn('secretsmanager', region, 'secret:DataCanarySecret*')]),
  allow(['kms:Decrypt'], [arn('kms', region, 'key/*')], {
    StringEquals: { 'kms:ViaService': `secretsmanager.${region}.amazonaws.com` },
    'ForAnyValue:StringEquals': { 'kms:ResourceAliases': `alias/carelane-${name}-data` },
  }),
  allow(
    ['sns:ListSubscriptionsByTopic', 'sns:GetSubscriptionAttributes'],
    ['Alarm', 'KeyDeletion'].map((topic) => arn('sns', region, `carelane-${name}-DataShared${topic}Topic*`)),
  ),
  allow(['dynamodb:DescribeTable'], [arn('dynamodb', region, `table/carelane-${name}-*`)]),
  allow(['lambda:GetAccountSettings'], ['*']),
  allow(['states:StartExecution'], [arn('states', region, `stateMachine:${migrationMachineName(name)}`)]),
  allow(['states:DescribeExecution'], [arn('states', region, `execution:${migrationMachineName(name)}:*`)]),
]
