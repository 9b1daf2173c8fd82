import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { CfnProtectConfiguration } from 'aws-cdk-lib/aws-smsvoice'
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import { EncryptedLogGroup, type LogGroupSettings } from './encrypted-log-group.ts'

interface Props {
  /** The limit in US dollars per month. */
  monthlyLimit: number
  logs: LogGroupSettings
}

/**
 * The countries and territories beside the United States whose phone numbers start with +1, as ISO 3166-1 codes. The product sends
 * texts only to numbers that start with +1, so no rule is needed for any other country.
 */
const otherCountriesWithOne = [
  ...['AG', 'AI', 'AS', 'BB', 'BM', 'BS', 'CA', 'DM', 'DO', 'GD', 'GU', 'JM', 'KN', 'KY', 'LC', 'MP', 'MS', 'PR'],
  ...['TC', 'TT', 'VC', 'VG', 'VI'],
]

/**
 * What AWS itself refuses, should the product ever send too much: texts to other countries than the United States, and texts that
 * cost more in a month than the limit. The limit belongs to the account, and CloudFormation has no resource for it. It outlives the
 * stack: without it, AWS enforces only the highest limit of the account, for example after a roll back to a release that did not set
 * it.
 */
export class TextLimits extends Construct {
  /** The rules for countries. A message has to name them. */
  readonly countryRules: { readonly id: string; readonly arn: string }

  constructor(scope: Construct, id: string, { monthlyLimit, logs }: Props) {
    super(scope, id)
    const rules = new CfnProtectConfiguration(this, 'Countries', {
      countryRuleSet: {
        sms: otherCountriesWithOne.map((countryCode) => ({ countryCode, protectStatus: 'BLOCK' })),
      },
    })
    this.countryRules = { id: rules.attrProtectConfigurationId, arn: rules.attrArn }
    new AwsCustomResource(this, 'Spending', {
      installLatestAwsSdk: false,
      logGroup: new EncryptedLogGroup(this, 'Log', logs),
      onUpdate: {
        service: 'pinpoint-sms-voice-v2',
        action: 'SetTextMessageSpendLimitOverride',
        parameters: { MonthlyLimit: monthlyLimit },
        physicalResourceId: PhysicalResourceId.of('text-message-spend-limit'),
      },
      policy: AwsCustomResourcePolicy.fromStatements([
        new PolicyStatement({ actions: ['sms-voice:SetTextMessageSpendLimitOverride'], resources: ['*'] }),
      ]),
    })
    const caller = Stack.of(this).node.findChild(`AWS${AwsCustomResource.PROVIDER_FUNCTION_UUID.replaceAll('-', '')}`)
    acknowledgeFindings(caller, {
      'HIPAA.Security-LambdaConcurrency': itsOwn,
      'HIPAA.Security-LambdaDLQ': itsOwn,
      'HIPAA.Security-LambdaInsideVPC': itsOwn,
    })
  }
}

const itsOwn = "CDK's own function, called by CloudFormation alone, once in a deploy; its failure fails the deploy."
