import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { tooManyRequestsText } from '#functions/security/throttle.ts'

/**
 * How many requests one session or API key may make per minute. A person at a counter makes about sixty, and the app in the
 * background makes as many again.
 */
const limit = 600
const seconds = 60

export const sessionRateCustomResponseBodies = {
  'too-many': { contentType: 'APPLICATION_JSON', content: JSON.stringify({ detail: tooManyRequestsText }) },
}

/**
 * Limits the requests with the same access token or API key, so that one session or program cannot use up the rate that all
 * organisations share. A session has one access token at a time (`functions/security/access-tokens.ts`). The firewall limits requests with neither only by their IP address.
 */
export const sessionRateRule: Pick<CfnWebACL.RuleProperty, 'name' | 'action' | 'statement'> = {
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
