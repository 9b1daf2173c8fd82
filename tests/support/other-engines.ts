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
 * Returns new names for the table and the bucket of a test app on other engines, where both remain afterwards. No name is made up
 * for a simulator, because it serves only one test app.
 */
export const namesOnOtherEngines = () => ({
  ...(otherEngines.dynamodb && { product: `carelane-${randomUUID()}` }),
  ...(otherEngines.s3 && { bucket: `carelane-${randomUUID()}` }),
})
