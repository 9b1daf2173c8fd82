import { Lazy } from 'aws-cdk-lib'
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { Construct } from 'constructs'
import type { AlarmTopic } from './alarm-topic.ts'

/**
 * Tells at once when somebody schedules the deletion of a key, or switches it off: all that it encrypts would be lost with it, and
 * until then there are 30 days. EventBridge hears of it from CloudTrail: prod has a trail, another account has to have one.
 */
export class KeyGuard extends Construct {
  private readonly arns: string[] = []

  constructor(scope: Construct, id: string, { alarmTopic }: { alarmTopic: AlarmTopic }) {
    super(scope, id)
    new Rule(this, 'Rule', {
      description: 'A key is to be deleted or was switched off',
      eventPattern: {
        source: ['aws.kms'],
        detailType: ['AWS API Call via CloudTrail'],
        detail: {
          eventName: ['ScheduleKeyDeletion', 'DisableKey'],
          resources: { ARN: Lazy.list({ produce: () => this.arns }) },
        },
      },
      // Topic and key let EventBridge in already: CDK's own target would say both once more.
      targets: [{ bind: () => ({ arn: alarmTopic.topic.topicArn, input: message() }) }],
    })
  }

  guard(...arns: readonly string[]) {
    this.arns.push(...arns)
  }
}

const message = () => {
  const [call, who, key] = ['$.detail.eventName', '$.detail.userIdentity.arn', '$.detail.requestParameters.keyId'].map(
    (path) => EventField.fromPath(path),
  )
  return RuleTargetInput.fromText(
    `${call} by ${who}: what the key ${key} encrypts can then be read by nobody, for ever. To undo it: aws kms cancel-key-deletion --key-id ${key} && aws kms enable-key --key-id ${key}`,
  )
}
