import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetPolicyCommand, GetPolicyVersionCommand, IAMClient } from '@aws-sdk/client-iam'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { DescribeSpendLimitsCommand, PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2'
import { S3ControlClient } from '@aws-sdk/client-s3-control'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESClient } from '@aws-sdk/client-ses'
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn'
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { bootstrapVersionParameter, findEnvironment } from '#infra/config.ts'
import { openAws } from '#infra/operator/aws.ts'
import { checkDeploy } from '#infra/operator/check-deploy.ts'
import { findDeployedSmokeTarget } from '#infra/operator/deployed-product.ts'
import { migrateEnvironment } from '#infra/operator/migrate-environment.ts'
import boundary from '#infra/permissions-boundary.json' with { type: 'json' }
import { statementsOf } from './policies.ts'
import { own } from './run-preflight.ts'
import { synthesise } from './synthesise.ts'

const formation = mockClient(CloudFormationClient)
const dynamodb = mockClient(DynamoDBClient)
const iam = mockClient(IAMClient)
const lambda = mockClient(LambdaClient)
const secrets = mockClient(SecretsManagerClient)
const ses = mockClient(SESClient)
const sns = mockClient(SNSClient)
const ssm = mockClient(SSMClient)
const states = mockClient(SFNClient)
const sts = mockClient(STSClient)
const textMessages = mockClient(PinpointSMSVoiceV2Client)
const s3 = mockClient(S3ControlClient)
const services = {
  cloudformation: formation,
  dynamodb,
  iam,
  lambda,
  s3,
  secretsmanager: secrets,
  ses,
  'sms-voice': textMessages,
  sns,
  ssm,
  states,
  sts,
}

/** Returns the actions of IAM that the calls to AWS so far need. */
function neededActions(): string[] {
  const called = Object.entries(services).flatMap(([service, client]) =>
    client.calls().map(({ args: [command] }) => `${service}:${command.constructor.name.replace(/Command$/, '')}`),
  )
  const needed = new Set(called.map((call) => call.replace('GetPublicAccessBlock', 'GetAccountPublicAccessBlock')))
  // Everyone may ask for their own identity.
  needed.delete('sts:GetCallerIdentity')
  return [...needed].sort()
}

const actionsOf = (role: string) => {
  const { template } = synthesise('prod-roles')
  const granted = statementsOf(template).filter(({ id }) => id === `${role}Grants`)
  return [...new Set(granted.flatMap(({ Action }) => Action))].sort()
}

const outputs = {
  OwnTable: 'own',
  AppOrigin: 'https://app.pharmacy.test',
  GatewayHost: 'gateway.test',
  CanarySecret: 'canary',
  MorningTopic: 'morning',
  NightTopic: 'night',
}

beforeEach(() => {
  for (const each of Object.values(services)) each.reset()
  sts.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
  ssm.onAnyCommand().rejects(Object.assign(new Error('no parameter'), { name: 'ParameterNotFound' }))
  ssm.on(GetParameterCommand, { Name: bootstrapVersionParameter }).resolves({ Parameter: { Value: '30' } })
  iam.on(GetPolicyCommand).resolves({ Policy: { DefaultVersionId: 'v1' } })
  iam.on(GetPolicyVersionCommand).resolves({
    PolicyVersion: { Document: encodeURIComponent(JSON.stringify(boundary)) },
  })
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1000 } })
  formation.on(GetTemplateCommand).resolves({ TemplateBody: '{}' })
  formation.on(DescribeStacksCommand).resolves({
    Stacks: [
      {
        StackName: 'carelane-prod',
        CreationTime: new Date(),
        StackStatus: 'UPDATE_COMPLETE',
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
        Parameters: [{ ParameterKey: 'CopyVault', ParameterValue: 'a-vault' }],
      },
    ],
  })
  dynamodb.on(DescribeTableCommand).resolves({ Table: {} })
  textMessages.on(DescribeSpendLimitsCommand).resolves({
    SpendLimits: [{ Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 1, MaxLimit: 1000, Overridden: false }],
  })
  states.onAnyCommand().resolves({ executionArn: 'its-arn' })
  states.on(DescribeExecutionCommand).resolves({ status: 'SUCCEEDED' })
  secrets.on(GetSecretValueCommand).resolves({ SecretString: '{"email":"canary@pharmacy.test","password":"p"}' })
  sns.onAnyCommand().resolves({})
  sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [{ SubscriptionArn: 'arn:aws:sns:its-arn' }] })
  ses.onAnyCommand().resolves({})
  s3.onAnyCommand().resolves({})
})
afterAll(() => {
  for (const each of Object.values(services)) each.restore()
})

const say = () => undefined
/** Prod with everything that asks AWS something, so that no call is left out. */
const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, ...own, smsIdentity: 'phone-number/phone-0123456789abcdef' }
}

describe('a role of the pipeline may call what its command calls, and nothing else:', () => {
  it('Check for npm run preflight', async () => {
    await checkDeploy(['prod'], { openAws, tagsSince: () => [], say, migrations: [] }, find)
    expect(actionsOf('Check')).toEqual(neededActions())
  })

  it('Migrate for npm run migrate', async () => {
    const GlobalSecondaryIndexes = tableDesign.indexes.map(({ name }) => ({
      IndexName: name,
      IndexStatus: 'ACTIVE' as const,
    }))
    dynamodb.on(DescribeTableCommand).resolves({ Table: { GlobalSecondaryIndexes } })
    await migrateEnvironment(['prod'], { openAws, say, migrations: [] }, find)
    expect(actionsOf('Migrate')).toEqual(neededActions())
  })

  it('Smoke for npm run smoke', async () => {
    const { subscriptions } = await findDeployedSmokeTarget('prod', openAws, find)
    await subscriptions?.()
    // Secrets Manager decrypts in the caller's name.
    expect(actionsOf('Smoke')).toEqual(['kms:Decrypt', ...neededActions()].sort())
  })
})
