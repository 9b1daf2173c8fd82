import { GetPolicyCommand, GetPolicyVersionCommand, IAMClient } from '@aws-sdk/client-iam'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { DescribeSpendLimitsCommand, PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2'
import { GetPublicAccessBlockCommand, S3ControlClient } from '@aws-sdk/client-s3-control'
import { GetIdentityVerificationAttributesCommand, GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { readable, unlessMissing } from './readable.ts'

/** How many emails a day SES sends for an account in its sandbox. An account outside the sandbox may send many more. */
const sandboxQuota = 200

/** The calls about the account itself, of the operator's commands. None of them changes anything. */
export const openAccount = (region: string) => ({
  /** Returns the 12-digit account to which the credentials belong. */
  async account(): Promise<string> {
    const reading = new STSClient({ region }).send(new GetCallerIdentityCommand({}))
    const { Account = '' } = await readable('Your AWS identity', reading)
    return Account
  },

  /** Returns how many function calls the account may run at the same time. */
  async concurrency(): Promise<number> {
    const reading = new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))
    const { AccountLimit } = await readable('The account’s concurrency limit', reading)
    return AccountLimit?.ConcurrentExecutions ?? 0
  },

  /** Returns the document of a policy, or undefined if there is no such policy. */
  async policy(PolicyArn: string): Promise<unknown> {
    const iam = new IAMClient({ region })
    const found = await readable(
      `The policy ${PolicyArn}`,
      unlessMissing(iam.send(new GetPolicyCommand({ PolicyArn }))),
    )
    const VersionId = found?.Policy?.DefaultVersionId
    if (!VersionId) return undefined
    const reading = iam.send(new GetPolicyVersionCommand({ PolicyArn, VersionId }))
    const { PolicyVersion } = await readable(`The policy ${PolicyArn}`, reading)
    return JSON.parse(decodeURIComponent(PolicyVersion?.Document ?? '{}'))
  },

  /** Returns whether SES sends to verified addresses only, and whether it lets the product send from this identity. */
  async mailState(identity: string): Promise<{ isInSandbox: boolean; isVerified: boolean }> {
    const ses = new SESClient({ region })
    const reading = Promise.all([
      ses.send(new GetSendQuotaCommand({})),
      ses.send(new GetIdentityVerificationAttributesCommand({ Identities: [identity] })),
    ])
    const [{ Max24HourSend = 0 }, { VerificationAttributes = {} }] = await readable('The state of SES', reading)
    return {
      // SES reports -1 if there is no limit.
      isInSandbox: Max24HourSend >= 0 && Max24HourSend <= sandboxQuota,
      isVerified: VerificationAttributes[identity]?.VerificationStatus === 'Success',
    }
  },

  /** Returns the highest monthly limit, in US dollars, that AWS lets this account set for text messages. */
  async highestTextLimit(): Promise<number> {
    const reading = new PinpointSMSVoiceV2Client({ region }).send(new DescribeSpendLimitsCommand({}))
    const { SpendLimits = [] } = await readable('The spending limit for text messages', reading)
    return SpendLimits.find(({ Name }) => Name === 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT')?.MaxLimit ?? 0
  },

  /** Returns whether S3 refuses public access to every bucket of the account. */
  async blocksPublicAccess(AccountId: string): Promise<boolean> {
    const asking = new S3ControlClient({ region }).send(new GetPublicAccessBlockCommand({ AccountId }))
    const found = await readable('The account’s block of public access', unlessMissing(asking))
    const { BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets } =
      found?.PublicAccessBlockConfiguration ?? {}
    return Boolean(BlockPublicAcls && BlockPublicPolicy && IgnorePublicAcls && RestrictPublicBuckets)
  },
})
