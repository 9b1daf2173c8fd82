import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Alias, Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { removalPolicyOf } from './removal-policy.ts'

interface Props {
  alias: string
  description: string
  retainsData: boolean
}

const use = ['kms:Decrypt', 'kms:GenerateDataKey*']

/**
 * A customer-managed key that AWS rotates every year. Principals that the key's policy does not name need an IAM policy that allows
 * them to use it.
 */
export class EncryptionKey extends Construct {
  readonly key: Key

  constructor(scope: Construct, id: string, { alias, description, retainsData }: Props) {
    super(scope, id)
    this.key = new Key(this, 'Key', {
      description,
      enableKeyRotation: true,
      rotationPeriod: Duration.days(365),
      // Everything that the key encrypted is lost with the key, so CloudFormation deletes it only after the longest possible wait.
      pendingWindow: Duration.days(30),
      removalPolicy: removalPolicyOf({ retainsData }),
    })
    // Its parent is not this construct. If the key is lost and this construct gets another id, the alias points at the new key then.
    // An alias of the new construct would collide with the old one, which CloudFormation deletes last.
    new Alias(scope, `${alias}-alias`, { aliasName: `alias/${alias}`, targetKey: this.key })
  }

  /** Lets alarms publish to a topic that this key encrypts. */
  allowAlarms() {
    const { account } = Stack.of(this)
    this.allow('cloudwatch.amazonaws.com', use, { StringEquals: { 'aws:SourceAccount': account } })
  }

  /**
   * Lets CloudTrail write encrypted records. It needs `DescribeKey` when the trail is created, and `Decrypt` because the records'
   * bucket uses an S3 Bucket Key derived from this key.
   */
  allowTrail(trailArn: string) {
    this.allow('cloudtrail.amazonaws.com', ['kms:DescribeKey', ...use], { StringEquals: { 'aws:SourceArn': trailArn } })
  }

  /**
   * Lets CloudWatch Logs use the key. It accepts a key for a log group only if the key's policy names the log service, which CDK
   * does not add by itself.
   */
  allowLogs() {
    const { region } = Stack.of(this)
    const groups = Stack.of(this).formatArn({ service: 'logs', resource: 'log-group:*' })
    // The ARN pattern contains our account, so no other account's log groups match. CloudWatch Logs sends nothing else by which the
    // policy could recognise the caller.
    this.allow(`logs.${region}.amazonaws.com`, ['kms:Encrypt', 'kms:ReEncrypt*', ...use, 'kms:Describe*'], {
      ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups },
    })
  }

  private allow(service: string, actions: string[], conditions: Record<string, Record<string, string>>) {
    const principals = [new ServicePrincipal(service)]
    this.key.addToResourcePolicy(new PolicyStatement({ principals, actions, resources: ['*'], conditions }))
  }
}
