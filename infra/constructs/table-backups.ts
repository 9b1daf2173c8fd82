import { Duration } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault, type IBackupVault } from 'aws-cdk-lib/aws-backup'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { type IRole, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { AlarmTopics } from './alarm-topics.ts'
import { EncryptionKey } from './encryption-key.ts'
import { type BackupPolicy, LockedVault } from './locked-vault.ts'
import { sumMetrics } from './metric-math.ts'

interface Props {
  environment: string
  /** ARNs of the tables. */
  tables: readonly string[]
  recovery: BackupPolicy
  isProtected: boolean
  /** The vault in the second region to which each backup is copied; undefined if there is none. */
  copyVaultArn: string | undefined
  alarmTopics: AlarmTopics
}

const oneWeek = Duration.days(7)

/**
 * AWS's policies for the role of backups. A restore needs more rights than a backup; the role has them in advance, so that no one
 * has to create a role in an emergency.
 */
const policies = ['AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForRestores'] as const

/** Backups in addition to the table's own, encrypted with their own key, in a vault whose lock prevents early deletion. */
export class TableBackups extends Construct {
  readonly encryption: EncryptionKey
  readonly vault: IBackupVault
  /** The role with which AWS Backup backs up, copies and restores. */
  readonly role: IRole

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { environment, tables, recovery, isProtected, copyVaultArn, alarmTopics } = props
    this.encryption = new EncryptionKey(this, 'Encryption', {
      alias: `carelane-${environment}-backups`,
      description: 'Backups of the table',
      retainsData: true,
    })
    const { vault } = new LockedVault(this, 'Vault', { environment, key: this.encryption.key, recovery, isProtected })
    this.vault = vault
    const copy = copyVaultArn && BackupVault.fromBackupVaultArn(this, 'CopyVault', copyVaultArn)
    const plan = new BackupPlan(this, 'Plan', {
      backupVault: vault,
      backupPlanRules: [
        rule('weekly', { weekDay: 'SUN', hour: '7', minute: '0' }, recovery.weeklyDays, copy),
        rule('monthly', { day: '1', hour: '8', minute: '0' }, recovery.monthlyDays, copy),
      ],
    })
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: policies.map((name) => ManagedPolicy.fromAwsManagedPolicyName(`service-role/${name}`)),
    })
    plan.addSelection('Table', {
      role: this.role,
      disableDefaultBackupPolicy: true,
      resources: tables.map((arn) => BackupResource.fromArn(arn)),
    })
    this.addAlarms(alarmTopics, vault, copy || undefined)
  }

  private addAlarms(
    alarmTopics: AlarmTopics,
    { backupVaultName: BackupVaultName }: IBackupVault,
    copy: IBackupVault | undefined,
  ) {
    const jobs = (metricName: string, period: Duration) =>
      new Metric({ namespace: 'AWS/Backup', metricName, dimensionsMap: { BackupVaultName }, statistic: 'Sum', period })
    alarmTopics.alarm(this, 'JobFailed', {
      alarmDescription: 'A table backup failed: after 35 days, lost data could not be restored.',
      metric: jobs('NumberOfBackupJobsFailed', Duration.hours(1)),
      threshold: 1,
    })
    alarmTopics.alarm(this, 'Missing', {
      alarmDescription: 'No table backup finished last week: after 35 days, lost data could not be restored.',
      metric: sumMetrics([jobs('NumberOfBackupJobsCompleted', oneWeek)], oneWeek),
      byCalendar: true,
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
    if (copy)
      alarmTopics.alarm(this, 'CopyFailed', {
        alarmDescription: 'A backup did not reach the second region: it would be lost together with this region.',
        metric: jobs('NumberOfCopyJobsFailed', Duration.hours(1)),
        threshold: 1,
      })
  }
}

function rule(
  ruleName: string,
  when: Parameters<typeof Schedule.cron>[0],
  days: number,
  copy: IBackupVault | '' | undefined,
) {
  const lifecycle = {
    deleteAfter: Duration.days(days),
    // Cold storage is for backups that are rarely read, at about a third of the price. AWS Backup requires a backup to stay there
    // for at least 90 days.
    ...(days > 30 + 90 && { moveToColdStorageAfter: Duration.days(30) }),
  }
  return new BackupPlanRule({
    ruleName,
    scheduleExpression: Schedule.cron(when),
    startWindow: Duration.hours(1),
    completionWindow: Duration.hours(12),
    ...lifecycle,
    ...(copy && { copyActions: [{ destinationBackupVault: copy, ...lifecycle }] }),
  })
}
