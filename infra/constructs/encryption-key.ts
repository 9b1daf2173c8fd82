import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { removalPolicyOf } from './removal-policy.ts'

interface Props {
  alias: string
  description: string
  retainsData: boolean
}

const use = ['kms:Decrypt', 'kms:GenerateDataKey*']

/** A key of our own, with a new one behind it every year. Whom its policy does not name needs a grant of IAM's. */
export class EncryptionKey extends Construct {
  readonly key: Key

  constructor(scope: Construct, id: string, { alias, description, retainsData }: Props) {
    super(scope, id)
    this.key = new Key(this, 'Key', {
      alias,
      description,
      enableKeyRotation: true,
      rotationPeriod: Duration.days(365),
      // What it encrypted is gone with it: the longest time to think again.
      pendingWindow: Duration.days(30),
      removalPolicy: removalPolicyOf({ retainsData }),
    })
  }

  /** Alarms, which publish to an encrypted topic. */
  allowAlarms() {
    const { account } = Stack.of(this)
    this.allow('cloudwatch.amazonaws.com', use, { StringEquals: { 'aws:SourceAccount': account } })
  }

  /** `DescribeKey` when the trail is made, `Decrypt` because its bucket has a key of its own below this one. */
  allowTrail(trailArn: string) {
    this.allow('cloudtrail.amazonaws.com', ['kms:DescribeKey', ...use], { StringEquals: { 'aws:SourceArn': trailArn } })
  }

  /** CloudWatch Logs refuses a key for a log group unless the key names it, and CDK does not say so. */
  allowLogs() {
    const { region } = Stack.of(this)
    const groups = Stack.of(this).formatArn({ service: 'logs', resource: 'log-group:*' })
    // The account stands in the addresses: CloudWatch Logs names no source beside them.
    this.allow(`logs.${region}.amazonaws.com`, ['kms:Encrypt', 'kms:ReEncrypt*', ...use, 'kms:Describe*'], {
      ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups },
    })
  }

  private allow(service: string, actions: string[], conditions: Record<string, Record<string, string>>) {
    const principals = [new ServicePrincipal(service)]
    this.key.addToResourcePolicy(new PolicyStatement({ principals, actions, resources: ['*'], conditions }))
  }
}
