import type { RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { AccessLogs } from './access-logs.ts'
import { EncryptionKey } from './encryption-key.ts'
import type { LogKeeping } from './own-log.ts'
import { Watch } from './watch.ts'

interface Props {
  environment: string
  removalPolicy: RemovalPolicy
  logRetention: RetentionDays
  alarmAddress: string
}

/** What an environment stands on: its keys, its logs, and who is told. */
export class Foundation extends Construct {
  /** For patients' data and secrets. */
  readonly dataKey: IKey
  /** With the key for what operators read, so that who reads logs needs no right to patients' data. */
  readonly logs: LogKeeping
  readonly accessLogs: IBucket
  readonly watch: Watch

  constructor(scope: Construct, id: string, { environment, removalPolicy, logRetention, alarmAddress }: Props) {
    super(scope, id)
    const data = new EncryptionKey(this, 'Data', {
      alias: `carelane-${environment}-data`,
      description: "Patients' data and secrets",
      removalPolicy,
    })
    this.dataKey = data.key
    const operations = new EncryptionKey(this, 'Operations', {
      alias: `carelane-${environment}-operations`,
      description: 'Logs, alarms and dead letters',
      removalPolicy,
    })
    operations.allowLogs()
    operations.allowServices('cloudwatch.amazonaws.com', 'events.amazonaws.com')
    this.logs = { key: operations.key, retention: logRetention, removalPolicy }
    this.accessLogs = new AccessLogs(this, 'AccessLogs', this.logs) as IBucket
    this.watch = new Watch(this, 'Watch', { address: alarmAddress, key: operations.key })
  }
}
