import { Lazy, Stack } from 'aws-cdk-lib'
import { EventField, type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { acknowledgeNagFindings } from '../acknowledge.ts'

/**
 * Returns the event pattern for the deletion or disabling of keys. EventBridge receives these events from CloudTrail, so the
 * account needs a trail. Prod has one; in any other account, somebody must create one.
 */
export const keyDeletionPattern = (arns: string[]): EventPattern => ({
  source: ['aws.kms'],
  detailType: ['AWS API Call via CloudTrail'],
  detail: { eventName: ['ScheduleKeyDeletion', 'DisableKey'], resources: { ARN: arns } },
})

/**
 * Sends a mail as soon as somebody schedules the deletion of a key or disables it. Everything that the key encrypted is lost when
 * the waiting period of a deletion ends, which is 30 days unless a shorter one is chosen. The rule has its own topic, because the
 * key may be the one that encrypts the alarms' topic.
 */
export class KeyDeletionRule extends Construct {
  readonly topic: Topic
  private readonly arns: string[] = []

  constructor(scope: Construct, id: string, { address }: { address: string }) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { enforceSSL: true, displayName: `${Stack.of(this).stackName} keys` })
    if (address) this.topic.addSubscription(new EmailSubscription(address))
    acknowledgeNagFindings(this.topic, { 'HIPAA.Security-SNSEncryptedKMS': unencrypted })
    new Rule(this, 'Rule', {
      description: 'A key is scheduled for deletion or was disabled',
      eventPattern: keyDeletionPattern(Lazy.list({ produce: () => this.arns })),
      targets: [new SnsTopic(this.topic, { message: message() })],
    })
  }

  include(...arns: readonly string[]) {
    this.arns.push(...arns)
  }
}

const unencrypted = 'Its emails must arrive even if no key works. They say only who did what to which key.'

const message = () => {
  const [call, who, key, region] = [
    '$.detail.eventName',
    '$.detail.userIdentity.arn',
    '$.detail.requestParameters.keyId',
    '$.region',
  ].map((path) => EventField.fromPath(path))
  const undo = (command: string) => `aws kms ${command} --region ${region} --key-id ${key}`
  return RuleTargetInput.fromText(
    `${call} by ${who}: once that happens, no one can ever read what key ${key} encrypts. To undo it: ${undo('cancel-key-deletion')}; ${undo('enable-key')}`,
  )
}
