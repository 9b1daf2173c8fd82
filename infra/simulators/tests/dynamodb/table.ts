import { DynamoDB } from '@aws-sdk/client-dynamodb'

/** Returns a client that never retries, because a retry would hide the outcome of the first attempt. */
export function dynamodbClient(endpoint: string): DynamoDB {
  return new DynamoDB({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  })
}

/** Creates a table with the keys `pk` and `sk`, and an index `by_status` on `status` and `due` that projects `title`. */
export async function makeTable(db: DynamoDB, TableName: string): Promise<void> {
  const schema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ]
  await db.createTable({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'status', 'due'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: schema('pk', 'sk'),
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by_status',
        KeySchema: schema('status', 'due'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['title'] },
      },
    ],
  })
}
