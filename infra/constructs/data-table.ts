import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { tableDesign } from '#functions/data/keys.ts'
import { acknowledge } from '../acknowledge.ts'
import { type BackupKeeping, TableBackups } from './table-backups.ts'

interface Props {
  key: IKey
  /** Undefined: what it holds is not worth more than the 35 days that the table itself can be taken back. */
  backups: BackupKeeping | undefined
  /** The name of a table that was restored beside this one, and takes its place. */
  restored: string | undefined
  removalPolicy: RemovalPolicy
}

const text = (name: string) => ({ name, type: AttributeType.STRING })

/** The one table of `tableDesign`. */
export class DataTable extends Construct {
  /** The one that functions work with. */
  readonly table: ITable

  constructor(scope: Construct, id: string, { key, backups, restored, removalPolicy }: Props) {
    super(scope, id)
    const own = new Table(this, 'Table', {
      partitionKey: text(tableDesign.partition),
      sortKey: text(tableDesign.sort),
      timeToLiveAttribute: tableDesign.ttl,
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: removalPolicy === RemovalPolicy.RETAIN,
      removalPolicy,
    })
    for (const { name, partition, sort, projection } of tableDesign.indexes) {
      own.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: text(partition),
        sortKey: text(sort),
        ...(projection === 'KEYS_ONLY'
          ? { projectionType: ProjectionType.KEYS_ONLY }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projection] }),
      })
    }
    // CDK's own class and interface part over an optional property under exactOptionalPropertyTypes.
    this.table = restored ? Table.fromTableName(this, 'Restored', restored) : (own as ITable)
    const tables = restored ? [own.tableArn, this.table.tableArn] : [own.tableArn]
    if (backups) new TableBackups(this, 'Backups', { tables, key, keeping: backups })
    else
      acknowledge(own, {
        'HIPAA.Security-DynamoDBInBackupPlan':
          'Holds made-up data only, and has its 35 days of point-in-time recovery; a vault with backups in it would outlive the stack.',
      })
  }
}
