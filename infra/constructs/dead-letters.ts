import { Duration } from 'aws-cdk-lib'
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import type { AlarmTopics } from './alarm-topics.ts'

interface Props {
  alarmTopics: AlarmTopics
  /** The loss if no one handles a dead letter. This is the text of the alarm. */
  lost: string
}

/** Keeps the events that a function could not handle, for 14 days, which is the longest time that SQS allows. */
export class DeadLetters extends Construct {
  readonly queue: Queue

  constructor(scope: Construct, id: string, { alarmTopics, lost }: Props) {
    super(scope, id)
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    acknowledgeFindings(this.queue, {
      CKV_AWS_27:
        'SQS encrypts it. A key of ours would have to allow every service that sends letters, and EventBridge drops letters that it may not encrypt.',
    })
    alarmTopics.alarm(this, 'Waiting', {
      alarmDescription: lost,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      threshold: 1,
      // SQS sends no metrics for a queue that has been inactive for hours. The alarm then keeps its state.
      treatMissingData: TreatMissingData.IGNORE,
    })
  }
}
