import { Aws, type CfnCondition, type CfnParameter } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { tableDesign } from '#functions/data/table-keys.ts'
import { acknowledgeNagFindings } from '../acknowledge.ts'
import { addParameterCondition, chooseByCondition } from '../conditions.ts'
import { noRestoredTableValue } from '../operator-parameters.ts'
import { type DataProtection, removalPolicyOf } from './removal-policy.ts'

interface Props {
  key: IKey
  protection: DataProtection
  /**
   * The parameter with the name of a restored table that replaces this one. Its value is `noRestoredTableValue` if there is none.
   */
  restored: CfnParameter
}

const text = (name: string) => ({ name, type: AttributeType.STRING })

/**
 * The stream of the changes to the stack's own table. `isThere` is false while functions use a restored table, which has no stream:
 * the scheduled runs then do all the work.
 */
export interface TableStream {
  arn: string
  isThere: CfnCondition
}

/** The one table of the product, as `tableDesign` describes it. */
export class DataTable extends Construct {
  /** The table of the stack itself. */
  readonly own: ITable
  /** The table that functions use: the stack's own, or the restored one. */
  readonly inUse: ITable
  readonly stream: TableStream
  /** The ARNs of the stack's own table and, if there is one, of the restored table. */
  readonly arns: readonly string[]

  constructor(scope: Construct, id: string, { key, protection, restored }: Props) {
    super(scope, id)
    const own = new Table(this, 'Table', {
      partitionKey: text(tableDesign.partition),
      sortKey: text(tableDesign.sort),
      timeToLiveAttribute: tableDesign.ttl,
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      // The stream contains only keys. A reader needs the right to read the table to see the item itself.
      stream: StreamViewType.KEYS_ONLY,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: protection.retainsData && protection.isProtected,
      removalPolicy: removalPolicyOf(protection),
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
    const isOwn = addParameterCondition(this, 'IsOwn', restored.valueAsString, noRestoredTableValue)
    this.inUse = Table.fromTableName(this, 'InUse', chooseByCondition(isOwn, own.tableName, restored.valueAsString))
    // CDK's class doesn't match its own interface under exactOptionalPropertyTypes, because of an optional property.
    this.own = own as ITable
    this.stream = { arn: own.tableStreamArn ?? '', isThere: isOwn }
    const other = Table.fromTableName(this, 'Restored', restored.valueAsString)
    this.arns = [own.tableArn, chooseByCondition(isOwn, Aws.NO_VALUE, other.tableArn)]
    if (!protection.retainsData)
      acknowledgeNagFindings(own, {
        'HIPAA.Security-DynamoDBInBackupPlan':
          'Contains only made-up data, and has 35 days of point-in-time recovery. A vault with backups would outlive the stack.',
      })
  }
}
