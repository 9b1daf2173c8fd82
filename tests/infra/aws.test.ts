import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetPolicyCommand, GetPolicyVersionCommand, IAMClient } from '@aws-sdk/client-iam'
import { DescribeSpendLimitsCommand, PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2'
import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { GetPublicAccessBlockCommand, S3ControlClient } from '@aws-sdk/client-s3-control'
import {
  GetSecretValueCommand,
  SecretsManagerClient,
  SecretsManagerServiceException,
} from '@aws-sdk/client-secrets-manager'
import { GetIdentityVerificationAttributesCommand, GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses'
import { GetSubscriptionAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openAws } from '#infra/operator/aws.ts'
import { OperatorRefusal, runAndPrintRefusal } from '#infra/operator/operator-refusal.ts'

const formation = mockClient(CloudFormationClient)
const dynamodb = mockClient(DynamoDBClient)
const iam = mockClient(IAMClient)
const s3 = mockClient(S3Client)
const s3Control = mockClient(S3ControlClient)
const textMessages = mockClient(PinpointSMSVoiceV2Client)
const secrets = mockClient(SecretsManagerClient)
const ses = mockClient(SESClient)
const sns = mockClient(SNSClient)
const sts = mockClient(STSClient)
const all = [formation, dynamodb, iam, s3, s3Control, secrets, ses, sns, sts, textMessages]
const aws = openAws('us-east-1')

afterEach(() => {
  for (const each of all) each.reset()
})
afterAll(() => {
  for (const each of all) each.restore()
})

const failure = (name: string, message: string) => Object.assign(new Error(message), { name })

describe('the AWS client of the operator’s commands', () => {
  it('reads the account of the credentials', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
    expect(await aws.account()).toBe('111122223333')
  })

  it('distinguishes a missing stack from one that it cannot read', async () => {
    formation
      .on(DescribeStacksCommand)
      .rejectsOnce(failure('ValidationError', 'Stack with id carelane-prod does not exist'))
      .rejectsOnce(failure('ValidationError', 'Rate exceeded'))
      .rejects(failure('AccessDenied', 'not authorized'))
    expect(await aws.stack('carelane-prod')).toBeUndefined()
    await expect(aws.stack('carelane-prod')).rejects.toThrow('Rate exceeded')
    await expect(aws.stack('carelane-prod')).rejects.toThrow('not authorized')
  })

  it('ends with a message and the next command if a state cannot be read', async () => {
    const denied = failure('AccessDenied', 'not authorized')
    sts.on(GetCallerIdentityCommand).rejects(failure('CredentialsProviderError', 'Could not load credentials'))
    formation.on(DescribeStacksCommand).rejects(denied).on(GetTemplateCommand).rejects(denied)
    dynamodb.on(DescribeTableCommand).rejects(denied)
    for (const [reading, what] of [
      [() => aws.account(), 'Your AWS identity cannot be read (CredentialsProviderError: Could not load'],
      [() => aws.stack('carelane-prod'), 'The state of carelane-prod cannot be read (AccessDenied: not authorized).'],
      [() => aws.template('carelane-prod'), 'The template of carelane-prod cannot be read (AccessDenied'],
      [() => aws.indexes('own'), 'The state of the table own cannot be read (AccessDenied'],
    ] as const) {
      const refusal = await reading().catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(OperatorRefusal)
      expect(String(refusal)).toContain(what)
      expect(String(refusal)).toContain(
        'Nothing was changed.\n  To see who you are signed in as: aws sts get-caller-identity',
      )
    }
  })

  it('finds the first version of an object, even if it was overwritten later', async () => {
    const page = (...versions: [key: string, version: string][]) => ({
      Versions: versions.map(([Key, VersionId]) => ({ Key, VersionId })),
    })
    s3.on(ListObjectVersionsCommand)
      .resolvesOnce({
        ...page(['a', 'third'], ['a', 'second']),
        IsTruncated: true,
        NextKeyMarker: 'a',
        NextVersionIdMarker: 'second',
      })
      .resolves(page(['a', 'first'], ['b', 'only']))
    expect(await aws.firstVersions('copies', 'events/')).toEqual(
      new Map([
        ['a', 'first'],
        ['b', 'only'],
      ]),
    )
    expect(s3.commandCalls(ListObjectVersionsCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { Bucket: 'copies', Prefix: 'events/' },
      { Bucket: 'copies', Prefix: 'events/', KeyMarker: 'a', VersionIdMarker: 'second' },
    ])
    s3.on(GetObjectCommand).resolves({})
    await aws.object('copies', 'a', 'first')
    expect(s3.commandCalls(GetObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { Bucket: 'copies', Key: 'a', VersionId: 'first' },
    ])
  })

  it('reads a stack’s outputs and its template', async () => {
    const Outputs = [{ OutputKey: 'Release', OutputValue: 'v1' }]
    const stack = {
      StackName: 'carelane-prod',
      StackStatus: 'UPDATE_COMPLETE',
      CreationTime: new Date(),
      Outputs,
    } as const
    const Parameters = [{ ParameterKey: 'RateLimit', ParameterValue: '500' }]
    formation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, Outputs: [...Outputs], Parameters }] })
    formation.on(GetTemplateCommand).resolves({ TemplateBody: '{"Resources":{}}' })
    expect(await aws.stack('carelane-prod')).toEqual({
      status: 'UPDATE_COMPLETE',
      outputs: { Release: 'v1' },
      parameters: { RateLimit: '500' },
    })
    expect(await aws.template('carelane-prod')).toEqual({ Resources: {} })
  })

  it('changes one parameter of a stack and leaves its template and all other values', async () => {
    formation.on(UpdateStackCommand).resolves({ StackId: 'the-stack' })
    const stack = { StackName: 'carelane-prod', CreationTime: new Date() }
    formation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, StackStatus: 'UPDATE_COMPLETE' }] })
    await aws.changeParameter('carelane-prod', 'RateLimit', '600', { parameters: { RateLimit: '500', SealKeys: '2' } })
    expect(formation.commandCalls(UpdateStackCommand)[0]?.args[0].input).toMatchObject({
      UsePreviousTemplate: true,
      Parameters: [
        { ParameterKey: 'RateLimit', ParameterValue: '600' },
        { ParameterKey: 'SealKeys', UsePreviousValue: true },
      ],
    })
  })

  it('reports why CloudFormation rejects a value or rolls a change back', async () => {
    const change = () => aws.changeParameter('carelane-prod', 'RateLimit', '0', { parameters: { RateLimit: '500' } })
    const words = "Parameter 'RateLimit' must be a number not less than 1"
    formation.on(UpdateStackCommand).rejectsOnce(failure('ValidationError', words)).resolves({})
    await expect(change()).rejects.toThrow(`CloudFormation could not change RateLimit: ${words}`)
    const stack = { StackName: 'carelane-prod', CreationTime: new Date() }
    formation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, StackStatus: 'UPDATE_ROLLBACK_COMPLETE' }] })
    await expect(change()).rejects.toThrow(
      'aws cloudformation describe-stack-events --stack-name carelane-prod --max-items 20\n  Once the cause is fixed, run the same command again.',
    )
  })

  it('reports that CloudFormation continues if the credentials expire during a stack update', async () => {
    formation.on(UpdateStackCommand).resolves({})
    formation.on(DescribeStacksCommand).rejects(failure('ExpiredToken', 'The security token is expired'))
    const changing = aws.changeParameter('carelane-prod', 'RateLimit', '600', { parameters: { RateLimit: '500' } })
    await expect(changing).rejects.toThrow(
      'CloudFormation goes on with carelane-prod, but this command cannot follow it.\n  The security token is expired\n  Sign in again, and then: aws cloudformation wait stack-update-complete --stack-name carelane-prod',
    )
  })

  it('prints how to sign in again if the credentials expire during a command', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => {
      printed.mockRestore()
      process.exitCode = 0
    })
    await runAndPrintRefusal(() => Promise.reject(failure('ExpiredTokenException', 'The token has expired')))
    expect(printed.mock.calls.flat().join()).toContain('Sign in again, for example: aws sso login')
    expect(process.exitCode).toBe(1)
    await expect(runAndPrintRefusal(() => Promise.reject(failure('TypeError', 'a fault of ours')))).rejects.toThrow()
  })

  it('prints in words why a call to AWS failed', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => {
      printed.mockRestore()
      process.exitCode = 0
    })
    secrets.on(GetSecretValueCommand).rejects(
      new SecretsManagerServiceException({
        name: 'AccessDeniedException',
        message: 'Access to KMS is not allowed',
        $fault: 'client',
        $metadata: {},
      }),
    )
    await runAndPrintRefusal(async () => {
      await aws.secret('canary')
    })
    expect(printed.mock.calls.flat().join()).toBe(
      'A call to AWS failed (AccessDeniedException: Access to KMS is not allowed).\n  To see who you are signed in as: aws sts get-caller-identity\n  Once the cause is fixed, run the same command again. It is safe to repeat.',
    )
    expect(process.exitCode).toBe(1)
  })

  it('reads the account’s boundary, its SES state and its public access block', async () => {
    iam
      .on(GetPolicyCommand)
      .resolvesOnce({ Policy: { DefaultVersionId: 'v2' } })
      .rejects(failure('NoSuchEntityException', 'not found'))
    iam.on(GetPolicyVersionCommand).resolves({ PolicyVersion: { Document: encodeURIComponent('{"Statement":[]}') } })
    expect(await aws.policy('arn:boundary')).toEqual({ Statement: [] })
    expect(await aws.policy('arn:boundary')).toBeUndefined()
    const VerificationAttributes = {
      'pharmacy.test': { VerificationStatus: 'Success', VerificationToken: '' },
    } as const
    ses.on(GetIdentityVerificationAttributesCommand).resolves({ VerificationAttributes })
    ses.on(GetSendQuotaCommand).resolvesOnce({ Max24HourSend: 200 }).resolves({ Max24HourSend: 50_000 })
    expect(await aws.mailState('pharmacy.test')).toEqual({ isInSandbox: true, isVerified: true })
    expect(await aws.mailState('other.test')).toEqual({ isInSandbox: false, isVerified: false })
    textMessages.on(DescribeSpendLimitsCommand).resolvesOnce({
      SpendLimits: [
        { Name: 'VOICE_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 1, MaxLimit: 7, Overridden: false },
        { Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 1, MaxLimit: 250, Overridden: true },
      ],
    })
    expect(await aws.highestTextLimit()).toBe(250)
    s3Control
      .on(GetPublicAccessBlockCommand)
      .rejectsOnce(failure('NoSuchPublicAccessBlockConfiguration', 'not found'))
      .resolves({ PublicAccessBlockConfiguration: { BlockPublicAcls: true } })
    expect(await aws.blocksPublicAccess('111122223333')).toBe(false)
    expect(await aws.blocksPublicAccess('111122223333')).toBe(false)
  })

  it('reads a table’s indexes with their states, and that there is no table', async () => {
    dynamodb
      .on(DescribeTableCommand)
      .resolvesOnce({
        Table: {
          GlobalSecondaryIndexes: [
            { IndexName: 'by_status', IndexStatus: 'ACTIVE' },
            { IndexName: 'by_day', IndexStatus: 'CREATING' },
          ],
        },
      })
      .rejects(failure('ResourceNotFoundException', 'not found'))
    expect(await aws.indexes('carelane-prod')).toEqual(
      new Map([
        ['by_status', 'ACTIVE'],
        ['by_day', 'CREATING'],
      ]),
    )
    expect(await aws.indexes('carelane-prod')).toBeUndefined()
  })

  it.each([
    ['PendingConfirmation', undefined, { isConfirmed: false, isSwitchedOffByLink: true }],
    ['arn:aws:sns:us-east-1:111122223333:t:1', 'false', { isConfirmed: true, isSwitchedOffByLink: true }],
    ['arn:aws:sns:us-east-1:111122223333:t:1', 'true', { isConfirmed: true, isSwitchedOffByLink: false }],
  ])(
    'reports whether anyone receives alarms: %s, authenticated: %s',
    async (SubscriptionArn, authenticated, expected) => {
      sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [{ SubscriptionArn }] })
      const Attributes = authenticated === undefined ? {} : { ConfirmationWasAuthenticated: authenticated }
      sns.on(GetSubscriptionAttributesCommand).resolves({ Attributes })
      expect(await aws.subscription('a-topic')).toEqual(expected)
    },
  )
})
