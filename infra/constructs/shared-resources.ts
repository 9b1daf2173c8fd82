import type { CfnParameter } from 'aws-cdk-lib'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { AccessLogs } from './access-logs.ts'
import { AlarmTopics } from './alarm-topics.ts'
import type { LogGroupSettings } from './encrypted-log-group.ts'
import { EncryptionKey } from './encryption-key.ts'

interface Props {
  environment: string
  retainsData: boolean
  logRetention: RetentionDays
  alarmAddress: string
  /** A parameter: the address of a pager. */
  pager: CfnParameter
}

/**
 * Resources that the other constructs share: two encryption keys, the settings of log groups, the access logs, and the topics of the
 * alarms.
 */
export class SharedResources extends Construct {
  /** Encrypts patients' data and secrets. */
  readonly data: EncryptionKey
  /** Encrypts what operators read, so that reading logs requires no right to patients' data. */
  readonly operations: EncryptionKey
  readonly logs: LogGroupSettings
  readonly accessLogs: IBucket
  readonly alarmTopics: AlarmTopics

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { environment, retainsData, logRetention, alarmAddress: address, pager } = props
    this.data = new EncryptionKey(this, 'Data', {
      alias: `carelane-${environment}-data`,
      description: "Patients' data and secrets",
      retainsData,
    })
    this.operations = new EncryptionKey(this, 'Operations', {
      alias: `carelane-${environment}-operations`,
      description: 'Logs and alarms',
      retainsData,
    })
    this.operations.allowLogs()
    this.operations.allowAlarms()
    const { key } = this.operations
    this.logs = { key, retention: logRetention, retainsData }
    this.accessLogs = new AccessLogs(this, 'AccessLogs', { retention: logRetention, retainsData }).target
    this.alarmTopics = new AlarmTopics(this, 'Alarms', { address, pager, key })
  }
}
