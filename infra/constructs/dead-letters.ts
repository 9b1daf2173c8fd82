import { Duration } from 'aws-cdk-lib'
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { AlarmTopic } from './alarm-topic.ts'

interface Props {
  key: IKey
  alarmTopic: AlarmTopic
  /** Said by its alarm. */
  lost: string
}

/** What a function could not take, kept for as long as SQS keeps anything. */
export class DeadLetters extends Construct {
  readonly queue: Queue

  constructor(scope: Construct, id: string, { key, alarmTopic, lost }: Props) {
    super(scope, id)
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    alarmTopic.alarm(this, 'Waiting', {
      alarmDescription: lost,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      threshold: 1,
      // A queue that nobody has touched for six hours says nothing, full or empty.
      treatMissingData: TreatMissingData.IGNORE,
    })
  }
}
