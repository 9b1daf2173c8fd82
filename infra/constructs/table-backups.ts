import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'

/** How many days a daily backup and the first one of a month are kept. */
export interface BackupKeeping {
  dailyDays: number
  monthlyDays: number
}

interface Props {
  /** By their addresses. */
  tables: readonly string[]
  key: IKey
  keeping: BackupKeeping
}

/** Backups beyond the 35 days of the table's own, in a vault from which nobody can delete before their time. */
export class TableBackups extends Construct {
  constructor(scope: Construct, id: string, { tables, key, keeping }: Props) {
    super(scope, id)
    const backupVault = new BackupVault(this, 'Vault', {
      encryptionKey: key,
      blockRecoveryPointDeletion: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    const plan = new BackupPlan(this, 'Plan', {
      backupVault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: Schedule.cron({ hour: '7', minute: '0' }),
          deleteAfter: Duration.days(keeping.dailyDays),
        }),
        new BackupPlanRule({
          ruleName: 'monthly',
          scheduleExpression: Schedule.cron({ day: '1', hour: '8', minute: '0' }),
          deleteAfter: Duration.days(keeping.monthlyDays),
        }),
      ],
    })
    const selection = plan.addSelection('Table', { resources: tables.map((arn) => BackupResource.fromArn(arn)) })
    acknowledge(selection, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]':
        "AWS Backup's own policy is what AWS keeps in step with the service; only the service can take the role.",
    })
  }
}
