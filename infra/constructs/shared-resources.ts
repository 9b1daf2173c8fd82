import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { AccessLogs } from './access-logs.ts'
import { EncryptionKey } from './encryption-key.ts'
import { KeyGuard } from './key-guard.ts'
import type { LogKeeping } from './own-log.ts'
import { Watch } from './watch.ts'

interface Props {
  environment: string
  keepsData: boolean
  logRetention: RetentionDays
  alarmAddress: string
}

/** What an environment stands on: its keys, its logs, and who is told. */
export class Foundation extends Construct {
  /** For patients' data and secrets. */
  readonly data: EncryptionKey
  /** For what operators read, so that who reads logs needs no right to patients' data. */
  readonly operations: EncryptionKey
  readonly logs: LogKeeping
  readonly accessLogs: IBucket
  readonly watch: Watch
  readonly keyGuard: KeyGuard

  constructor(scope: Construct, id: string, { environment, keepsData, logRetention, alarmAddress }: Props) {
    super(scope, id)
    this.data = new EncryptionKey(this, 'Data', {
      alias: `carelane-${environment}-data`,
      description: "Patients' data and secrets",
      keepsData,
    })
    this.operations = new EncryptionKey(this, 'Operations', {
      alias: `carelane-${environment}-operations`,
      description: 'Logs, alarms and dead letters',
      keepsData,
    })
    this.operations.allowLogs()
    this.operations.allowPublishers()
    const { key } = this.operations
    this.logs = { key, retention: logRetention, keepsData }
    this.accessLogs = new AccessLogs(this, 'AccessLogs', { retention: logRetention, keepsData }).target
    this.watch = new Watch(this, 'Watch', { address: alarmAddress, key })
    this.keyGuard = new KeyGuard(this, 'KeyGuard', { watch: this.watch })
    this.keyGuard.guard(this.data.key.keyArn, key.keyArn)
  }
}
