import { Aws, CfnOutput, CfnParameter, DefaultStackSynthesizer, Duration, Stack } from 'aws-cdk-lib'
import { CfnOIDCProvider, PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { addParameterCondition, chooseByCondition, setCreationCondition } from './conditions.ts'
import {
  bootstrapVersionParameter,
  type EnvironmentConfig,
  migrationMachineName,
  tableParameterName,
} from './config.ts'
import { permissionsBoundaryName, permissionsBoundaryProps } from './permissions-boundary.ts'
import { missingRepositoryTexts, workflowSubjects } from './pipeline-settings.ts'
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

/**
 * The roles that GitHub workflows assume, without any stored AWS keys. `Deploy` trusts the GitHub environment in which someone
 * approves a deploy. The others trust an environment beside it that needs no approval, and have only the rights of their command.
 * Staging has one more, which trusts the repository's pull requests and may only read what is deployed.
 */
export class RolesStack extends Stack {
  /** The ARN of GitHub's identity provider in this account. */
  private readonly provider: string

  constructor(scope: Construct, { environment, config }: Props) {
    const { account, region } = config
    super(scope, `carelane-${environment}-roles`, {
      env: { region, ...(account && { account }) },
      ...permissionsBoundaryProps(config),
      description: `Carelane, the pipeline roles for ${environment}`,
      tags: { product: 'carelane', environment },
    })
    reportMissingSettings(this, config, missingRepositoryTexts())
    this.provider = this.makeProvider()
    const rights = rightsIn(environment, region)
    if (environment === compared) this.role('Diff', 'pull_request', rights.look)
    this.role('Deploy', `environment:${environment}`, rights.deploy, Duration.hours(4))
    const checks = `environment:${environment}-checks`
    this.role('Check', checks, rights.check)
    this.role('Smoke', checks, rights.smoke)
    this.role('Migrate', checks, rights.migrate, Duration.hours(6))
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

  private role(id: string, context: string, statements: PolicyStatement[], maxSessionDuration = Duration.hours(1)) {
    const role = new Role(this, id, {
      assumedBy: new WebIdentityPrincipal(this.provider, {
        StringEquals: {
          [`${issuer}:aud`]: 'sts.amazonaws.com',
          [`${issuer}:sub`]: workflowSubjects(context),
        },
      }),
      maxSessionDuration,
      inlinePolicies: { Grants: new PolicyDocument({ statements }) },
    })
    new CfnOutput(this, `${id}Role`, { value: role.roleArn })
  }
}

/** The actions with which a check reads the settings of the account. IAM cannot limit them to some resources. */
const accountActions = [
  'lambda:GetAccountSettings',
  's3:GetAccountPublicAccessBlock',
  'ses:GetSendQuota',
  'ses:GetIdentityVerificationAttributes',
  'sms-voice:DescribeSpendLimits',
]

/** Returns the rights of each role in the environment's account. */
function rightsIn(environment: string, region: string) {
  const arn = (service: string, resource: string) =>
    `arn:${Aws.PARTITION}:${service}:${region}:${Aws.ACCOUNT_ID}:${resource}`
  const ofIam = (resource: string) => `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:${resource}`
  const qualifier = DefaultStackSynthesizer.DEFAULT_QUALIFIER
  const machine = migrationMachineName(environment)
  const describeStack = allow(
    ['cloudformation:DescribeStacks'],
    [arn('cloudformation', `stack/carelane-${environment}/*`)],
  )
  const describeTable = [
    allow(['dynamodb:DescribeTable'], [arn('dynamodb', `table/carelane-${environment}-*`)]),
    allow(['ssm:GetParameter'], [arn('ssm', `parameter${tableParameterName(environment)}`)]),
  ]
  const look = [
    describeStack,
    allow(['cloudformation:GetTemplate'], [arn('cloudformation', `stack/carelane-${environment}/*`)]),
  ]
  return {
    look,
    // The roles of the bootstrap cannot exceed the permissions boundary. Those of the second region are left out, so that no one who
    // takes this role can touch the copies.
    deploy: [
      describeStack,
      allow(
        ['sts:AssumeRole'],
        ['deploy', 'file-publishing'].map((role) =>
          ofIam(`role/cdk-${qualifier}-${role}-role-${Aws.ACCOUNT_ID}-${region}`),
        ),
      ),
    ],
    check: [
      ...look,
      ...describeTable,
      allow(['ssm:GetParameter'], [arn('ssm', `parameter${bootstrapVersionParameter}`)]),
      allow(['iam:GetPolicy', 'iam:GetPolicyVersion'], [ofIam(`policy/${permissionsBoundaryName}`)]),
      allow(accountActions, ['*']),
    ],
    smoke: [
      describeStack,
      allow(['secretsmanager:GetSecretValue'], [arn('secretsmanager', 'secret:DataCanarySecret*')]),
      allow(['kms:Decrypt'], [arn('kms', 'key/*')], {
        StringEquals: { 'kms:ViaService': `secretsmanager.${region}.amazonaws.com` },
        'ForAnyValue:StringEquals': { 'kms:ResourceAliases': `alias/carelane-${environment}-data` },
      }),
      allow(
        ['sns:ListSubscriptionsByTopic', 'sns:GetSubscriptionAttributes'],
        ['Morning', 'Night'].map((topic) => arn('sns', `carelane-${environment}-DataSharedAlarms${topic}*`)),
      ),
    ],
    migrate: [
      describeStack,
      ...describeTable,
      allow(['states:ListExecutions', 'states:StartExecution'], [arn('states', `stateMachine:${machine}`)]),
      allow(['states:DescribeExecution'], [arn('states', `execution:${machine}:*`)]),
    ],
  }
}

const allow = (actions: string[], resources: string[], conditions?: Record<string, Record<string, string>>) =>
  new PolicyStatement({ actions, resources, ...(conditions && { conditions }) })
