import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { AccessLogs } from './access-logs.ts'
import { AlarmTopic } from './alarm-topic.ts'
import type { LogGroupSettings } from './encrypted-log-group.ts'
import { EncryptionKey } from './encryption-key.ts'
import { KeyDeletionRule } from './key-deletion-rule.ts'

interface Props {
  environment: string
  retainsData: boolean
  logRetention: RetentionDays
  alarmAddress: string
}

/**
 * Resources that the other constructs share: two encryption keys, the rule about the deletion of keys, the settings of log groups,
 * the access logs, and the alarms' topic.
 */
export class SharedResources extends Construct {
  /** Encrypts patients' data and secrets. */
  readonly data: EncryptionKey
  /** Encrypts what operators read, so that reading logs requires no right to patients' data. */
  readonly operations: EncryptionKey
  readonly logs: LogGroupSettings
  readonly accessLogs: IBucket
  readonly alarmTopic: AlarmTopic
  readonly keyDeletion: KeyDeletionRule

  constructor(scope: Construct, id: string, { environment, retainsData, logRetention, alarmAddress }: Props) {
    super(scope, id)
    this.data = new EncryptionKey(this, 'Data', {
      alias: `carelane-${environment}-data`,
      description: "Patients' data and secrets",
      retainsData,
    })
    this.operations = new EncryptionKey(this, 'Operations', {
      alias: `carelane-${environment}-operations`,
      description: 'Logs, alarms and dead letters',
      retainsData,
    })
    this.operations.allowLogs()
    this.operations.allowAlarms()
    const { key } = this.operations
    this.logs = { key, retention: logRetention, retainsData }
    this.accessLogs = new AccessLogs(this, 'AccessLogs', { retention: logRetention, retainsData }).target
    this.alarmTopic = new AlarmTopic(this, 'Alarm', { address: alarmAddress, key })
    this.keyDeletion = new KeyDeletionRule(this, 'KeyDeletion', { address: alarmAddress })
    this.keyDeletion.include(this.data.key.keyArn, key.keyArn)
  }
}
