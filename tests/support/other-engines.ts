import { randomUUID } from 'node:crypto'
import type { ReplacementEngines } from '#infra/local/engines.ts'

const { DYNAMODB_ENDPOINT, S3_ENDPOINT, S3_KEY = '' } = process.env
const [accessKeyId = '', secretAccessKey = ''] = S3_KEY.split(':')

/**
 * Engines on which a run shall take place, or whose answers it compares with the simulators'. They don't use the SDK's own
 * variables, which the product sets for itself and which a developer may have set for other reasons.
 */
export const otherEngines: ReplacementEngines = {
  dynamodb: DYNAMODB_ENDPOINT,
  s3: S3_ENDPOINT,
  credentials: S3_KEY ? { accessKeyId, secretAccessKey } : undefined,
}

/** Names for a table and a bucket of this test only. They remain on the other engine; a simulator belongs to one test anyway. */
export const namesElsewhere = () => ({
  ...(otherEngines.dynamodb && { product: `carelane-${randomUUID()}` }),
  ...(otherEngines.s3 && { bucket: `carelane-${randomUUID()}` }),
})
