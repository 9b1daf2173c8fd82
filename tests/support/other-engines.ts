import { randomUUID } from 'node:crypto'
import type { Engines } from '#infra/local/engines.ts'

const { DYNAMODB_ENDPOINT, S3_ENDPOINT, S3_KEY = '' } = process.env
const [accessKeyId = '', secretAccessKey = ''] = S3_KEY.split(':')

/**
 * Engines that a run shall be on, or shall judge beside the simulators. Not by the SDK's own variables, which the product
 * sets for itself, and which nobody's `npm test` is to meet by accident.
 */
export const otherEngines: Engines = {
  dynamodb: DYNAMODB_ENDPOINT,
  s3: S3_ENDPOINT,
  credentials: S3_KEY ? { accessKeyId, secretAccessKey } : undefined,
}

/** Of a table and a bucket that no other test has; they stay behind. A simulator is a test's own anyway. */
export const namesElsewhere = () => ({
  ...(otherEngines.dynamodb && { product: `carelane-${randomUUID()}` }),
  ...(otherEngines.s3 && { bucket: `carelane-${randomUUID()}` }),
})
