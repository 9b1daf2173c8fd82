import { type CfnParameter, Stack } from 'aws-cdk-lib'
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
import { acknowledgeFindings } from '../acknowledge.ts'
import { addParameterCondition, chooseByCondition } from '../conditions.ts'
import { restoredTablePrefix } from '../config.ts'
import { noRestoredTableValue } from '../operator-parameters.ts'
import { type DataProtection, removalPolicyOf } from './removal-policy.ts'

interface Props {
  environment: string
  key: IKey
  protection: DataProtection
  /** The parameter with the name of the restored table that functions use, or `noRestoredTableValue`. */
  restored: CfnParameter
}

const text = (name: string) => ({ name, type: AttributeType.STRING })

/** The one table of the product, as `tableDesign` describes it. */
export class DataTable extends Construct {
  /** The table of the stack itself. */
  readonly own: ITable
  /** The table that alarms watch: the stack's own, or the restored one. */
  readonly watched: ITable
  /** The stream of the changes to the stack's own table. A restored table has none: the scheduled runs then do all the work. */
  readonly streamArn: string
  /** The ARN of the stack's own table, and the pattern of those of restored tables. */
  readonly arns: readonly [own: string, restored: string]
  /** The start of the ARNs of the stack's own table, whose name CloudFormation chooses, and of restored tables. */
  readonly namePrefixArn: string

  constructor(scope: Construct, id: string, { environment, key, protection, restored }: Props) {
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
    this.watched = Table.fromTableName(this, 'Watched', chooseByCondition(isOwn, own.tableName, restored.valueAsString))
    // CDK's class doesn't match its own interface under exactOptionalPropertyTypes, because of an optional property.
    this.own = own as ITable
    this.streamArn = own.tableStreamArn ?? ''
    const arnOf = (resourceName: string) =>
      Stack.of(this).formatArn({ service: 'dynamodb', resource: 'table', resourceName })
    this.arns = [own.tableArn, arnOf(`${restoredTablePrefix(environment)}*`)]
    this.namePrefixArn = arnOf(`${Stack.of(this).stackName}-`)
    if (!protection.retainsData)
      acknowledgeFindings(own, {
        'HIPAA.Security-DynamoDBInBackupPlan':
          'Contains only made-up data, and has 35 days of point-in-time recovery. A vault with backups would outlive the stack.',
      })
  }
}
