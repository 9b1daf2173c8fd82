import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { removalOf } from './keeping.ts'

interface Props {
  alias: string
  description: string
  keepsData: boolean
}

const use = ['kms:Decrypt', 'kms:GenerateDataKey*']

/** A key of our own, with a new one behind it every year. Whom its policy does not name needs a grant of IAM's. */
export class EncryptionKey extends Construct {
  readonly key: Key

  constructor(scope: Construct, id: string, { alias, description, keepsData }: Props) {
    super(scope, id)
    this.key = new Key(this, 'Key', {
      alias,
      description,
      enableKeyRotation: true,
      rotationPeriod: Duration.days(365),
      // What it encrypted is gone with it: the longest time to think again.
      pendingWindow: Duration.days(30),
      removalPolicy: removalOf({ keepsData }),
    })
  }

  /** Services that act without a role of ours, for this account: they reach what it encrypts by a policy of that. */
  allowServices(...services: readonly `${string}.amazonaws.com`[]) {
    for (const service of services)
      this.key.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal(service)],
          actions: use,
          resources: ['*'],
          conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
        }),
      )
  }

  /** CloudWatch Logs refuses a key for a log group unless the key names it, and CDK does not say so. */
  allowLogs() {
    const { region } = Stack.of(this)
    const groups = Stack.of(this).formatArn({ service: 'logs', resource: 'log-group:*' })
    this.key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        actions: ['kms:Encrypt', 'kms:ReEncrypt*', ...use, 'kms:Describe*'],
        resources: ['*'],
        // The account stands in the addresses: CloudWatch Logs names no source beside them.
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
      }),
    )
  }
}
