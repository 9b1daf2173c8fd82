import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { tooManyRequests } from '#functions/security/throttle.ts'

/** Calls of one session in a minute: a person at a counter makes some sixty, the app beside them as many again. */
const limit = 600
const seconds = 60

export const tooManyBody = {
  'too-many': { contentType: 'APPLICATION_JSON', content: JSON.stringify({ detail: tooManyRequests }) },
}

/** Counts by the token that a call shows, so that one session cannot take what all organisations share; without one, the address counts. */
export const sessionRate: Pick<CfnWebACL.RuleProperty, 'name' | 'action' | 'statement'> = {
  name: 'session-rate',
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: 'too-many',
        responseHeaders: [{ name: 'retry-after', value: String(seconds) }],
      },
    },
  },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'CUSTOM_KEYS',
      customKeys: [{ header: { name: 'authorization', textTransformations: [{ priority: 0, type: 'NONE' }] } }],
      limit,
      evaluationWindowSec: seconds,
    },
  },
}
