import { createEdgeGuard, readExistingSecrets } from '../security/edge-guard.ts'
import { readSecret } from '../security/read-secret.ts'

const ids = (process.env.EDGE_SECRET_IDS ?? '').split(',')

/** Decides for the gateway whether a request came through CloudFront. The gateway caches the result for five minutes. */
export const handler = createEdgeGuard(() => readExistingSecrets(ids, readSecret), Date.now)
