import { Duration } from 'aws-cdk-lib'
import { BackupVault, type IBackupVault } from 'aws-cdk-lib/aws-backup'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { removalPolicyOf, stackSuffix } from './removal-policy.ts'

/** How an environment is protected from data loss, in addition to the table's own 35 days of point-in-time recovery. */
export interface BackupPolicy {
  /** How many days a weekly backup is kept. */
  weeklyDays: number
  /** How many days a monthly backup is kept. */
  monthlyDays: number
  /**
   * `compliance`: no one can delete a backup or a copy of events before its time, not even the owner of the account. `governance`:
   * a principal with the right to lift the lock can.
   */
  lock: 'governance' | 'compliance'
  /** The region to which backups and media are copied; undefined if they are not copied. */
  copyRegion: string | undefined
}

interface Props {
  environment: string
  key: IKey
  recovery: BackupPolicy
  isProtected: boolean
}

/**
 * A vault for backups. If `isProtected` is true, its lock keeps each backup from being deleted before its retention time is over. A
 * compliance lock can be changed for three days; after that no one can change it.
 */
export class LockedVault extends Construct {
  readonly vault: IBackupVault

  constructor(scope: Construct, id: string, { environment, key, recovery, isProtected }: Props) {
    super(scope, id)
    const { weeklyDays, monthlyDays, lock } = recovery
    this.vault = new BackupVault(this, 'Vault', {
      backupVaultName: `carelane-${environment}-${stackSuffix()}`,
      encryptionKey: key,
      blockRecoveryPointDeletion: isProtected,
      removalPolicy: removalPolicyOf({ retainsData: true }),
      ...(isProtected && {
        lockConfiguration: {
          minRetention: Duration.days(Math.min(weeklyDays, monthlyDays)),
          maxRetention: Duration.days(Math.max(weeklyDays, monthlyDays)),
          ...(lock === 'compliance' && { changeableFor: Duration.days(3) }),
        },
      }),
    })
  }
}
