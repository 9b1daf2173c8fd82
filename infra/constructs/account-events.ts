import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { EventField, type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import type { AlarmTopics, NightPage } from './alarm-topics.ts'

interface Props {
  alarmTopics: AlarmTopics
  /** The start of the names of all tables. */
  tablesPrefix: string
  /** The ARNs of all keys without which data or logs cannot be read. */
  keys: readonly string[]
}

interface AccountEvent {
  /** The text of the alarm: what happened, and what it means. */
  says: string
  pattern: EventPattern
  page: NightPage
  /** The command that undoes it, if there is one. */
  undo?: string
}

const apiCall = 'AWS API Call via CloudTrail'
const valueAt = (path: string) => EventField.fromPath(`$.${path}`)

/** Returns the event pattern for the deletion or disabling of keys. */
export const keyDeletionPattern = (arns: readonly string[]): EventPattern => ({
  source: ['aws.kms'],
  detailType: [apiCall],
  detail: { eventName: ['ScheduleKeyDeletion', 'DisableKey'], resources: { ARN: [...arns] } },
})

/**
 * Wakes someone as soon as a person or a program does something in the account that could cost the data or hide a break-in. Each
 * kind of event has a rule, which mails who did it, and an alarm on this rule, because pagers understand nothing but alarms.
 * EventBridge receives these events from CloudTrail, so the account needs a trail. Prod has one; in any other account, someone
 * must create one.
 */
export class AccountEvents extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    for (const [name, event] of Object.entries(accountEvents(props))) this.watch(name, event, props.alarmTopics)
  }

  private watch(name: string, { says, pattern, page, undo }: AccountEvent, alarmTopics: AlarmTopics) {
    const who = `${valueAt('detail.eventName')} by ${valueAt('detail.userIdentity.arn')}, ${valueAt('time')}`
    const message = [`${who}: ${says} See infra/${page}.`, ...(undo ? [`To undo it: ${undo}`] : [])]
    const { ruleName } = new Rule(this, `${name}Rule`, {
      description: says,
      eventPattern: pattern,
      targets: [new SnsTopic(alarmTopics.night, { message: RuleTargetInput.fromText(message.join(' ')) })],
    })
    alarmTopics.alarm(this, name, {
      alarmDescription: says,
      wakes: page,
      metric: new Metric({
        namespace: 'AWS/Events',
        metricName: 'TriggeredRules',
        dimensionsMap: { RuleName: ruleName },
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 1,
    })
  }
}

const accountEvents = ({ tablesPrefix, keys }: Props): Readonly<Record<string, AccountEvent>> => ({
  KeyLost: {
    says: 'A key was disabled or is going to be deleted: after that, no one can ever read what it encrypts.',
    pattern: keyDeletionPattern(keys),
    page: 'loss/key.md',
    undo: ['cancel-key-deletion', 'enable-key']
      .map(
        (call) => `aws kms ${call} --region ${valueAt('region')} --key-id ${valueAt('detail.requestParameters.keyId')}`,
      )
      .join('; '),
  },
  TableDeleted: {
    says: 'A table was deleted. If it was the one in use, no call works.',
    pattern: {
      source: ['aws.dynamodb'],
      detailType: [apiCall],
      detail: { eventName: ['DeleteTable'], requestParameters: { tableName: [{ prefix: tablesPrefix }] } },
    },
    page: 'loss/table.md',
  },
  TrailStopped: {
    says: 'The audit trail was stopped or changed: someone may be hiding what they did.',
    pattern: {
      source: ['aws.cloudtrail'],
      detailType: [apiCall],
      detail: { eventName: ['StopLogging', 'DeleteTrail', 'UpdateTrail', 'PutEventSelectors'] },
    },
    page: 'night/break-in.md',
  },
  RootUsed: {
    says: "Someone signed in as the account's root user, whom nothing limits.",
    pattern: {
      detailType: ['AWS Console Sign In via CloudTrail', apiCall],
      // AWS also calls services in the name of the root user, and says so in `invokedBy`.
      detail: { userIdentity: { type: ['Root'], invokedBy: [{ exists: false }] } },
    },
    page: 'night/break-in.md',
  },
  RightsChanged: {
    says: 'Someone changed users, roles or policies without the CDK.',
    pattern: {
      source: ['aws.iam'],
      detailType: [apiCall],
      detail: {
        eventName: [{ 'anything-but': { prefix: ['Generate', 'Simulate'] } }],
        userIdentity: {
          sessionContext: { sessionIssuer: { userName: [{ 'anything-but': { prefix: 'cdk-' } }, { exists: false }] } },
        },
      },
    },
    page: 'night/break-in.md',
  },
})
