import { randomUUID } from 'node:crypto'
import type { ReplacementEngines } from '#infra/local/engines.ts'

const { DYNAMODB_ENDPOINT, S3_ENDPOINT, S3_KEY = '' } = process.env
const [accessKeyId = '', secretAccessKey = ''] = S3_KEY.split(':')

/**
 * The engines that replace the simulators in a test run, such as DynamoDB Local or MinIO; undefined where a simulator is used.
 * Their addresses do not come from the SDK's own variables, because the product sets those for itself, and a developer may have set
 * them for other reasons.
 */
export const otherEngines: ReplacementEngines = {
  dynamodb: DYNAMODB_ENDPOINT,
  s3: S3_ENDPOINT,
  credentials: S3_KEY ? { accessKeyId, secretAccessKey } : undefined,
}

/**
 * Returns names for a table and a bucket that only this test uses on another engine, where they remain afterwards. A simulator
 * needs no such names, because it belongs to one test anyway.
 */
export const namesElsewhere = () => ({
  ...(otherEngines.dynamodb && { product: `carelane-${randomUUID()}` }),
  ...(otherEngines.s3 && { bucket: `carelane-${randomUUID()}` }),
})
