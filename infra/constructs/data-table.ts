import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { tableDesign } from '#functions/data/keys.ts'

const text = (name: string) => ({ name, type: AttributeType.STRING })

/** The one table of `tableDesign`. */
export class DataTable extends Construct {
  readonly table: Table

  constructor(scope: Construct, id: string, { removalPolicy }: { removalPolicy: RemovalPolicy }) {
    super(scope, id)
    this.table = new Table(this, 'Table', {
      partitionKey: text(tableDesign.partition),
      sortKey: text(tableDesign.sort),
      timeToLiveAttribute: tableDesign.ttl,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: removalPolicy === RemovalPolicy.RETAIN,
      removalPolicy,
    })
    for (const { name, partition, sort, projection } of tableDesign.indexes) {
      this.table.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: text(partition),
        sortKey: text(sort),
        ...(projection === 'KEYS_ONLY'
          ? { projectionType: ProjectionType.KEYS_ONLY }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projection] }),
      })
    }
  }
}
