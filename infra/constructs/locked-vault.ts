import { Duration } from 'aws-cdk-lib'
import { BackupVault, type IBackupVault } from 'aws-cdk-lib/aws-backup'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { removalPolicyOf, stackSuffix } from './removal-policy.ts'
import type { BackupPolicy } from './table-backups.ts'

interface Props {
  environment: string
  key: IKey
  recovery: BackupPolicy
  isProtected: boolean
}

/**
 * A vault for backups. If `isProtected` is true, its lock keeps each backup from being deleted before its retention time is over. A
 * compliance lock can be changed for three days; after that nobody can change it.
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
