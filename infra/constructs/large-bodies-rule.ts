import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { listRoutes } from '#shared/api/areas.ts'

/** The largest allowed body of requests outside `/api/deliveries`, in bytes. */
const bodyLimit = 32 * 1024
/**
 * The largest allowed body of calls below `/api/deliveries`, in bytes. It is larger because signatures are sent as data URLs. Forms
 * with files have no limit in the firewall.
 */
const deliveryLimit = 512 * 1024

type Statement = CfnWebACL.StatementProperty

const asIs = [{ priority: 0, type: 'NONE' }]

/**
 * The firewall sees only the first 32 KB of a body, as `associationConfig` in web-firewall.ts says, so any longer body counts as
 * over the limit.
 */
const bodyIsOverLimit: Statement = {
  sizeConstraintStatement: {
    fieldToMatch: { body: { oversizeHandling: 'MATCH' } },
    comparisonOperator: 'GT',
    size: bodyLimit,
    textTransformations: asIs,
  },
}

/** Returns a regular expression that matches numbers above a limit, digit by digit, because the firewall cannot compare numbers. */
export function numbersAbovePattern(limit: number): string {
  const digits = [...String(limit)].map(Number)
  const larger = digits.flatMap((digit, i) => {
    const rest = digits.length - i - 1
    return digit === 9 ? [] : [`${digits.slice(0, i).join('')}[${digit + 1}-9]\\d{${rest}}`]
  })
  return `^0*(${[`[1-9]\\d{${digits.length},}`, ...larger].join('|')})$`
}

/**
 * The firewall cannot measure bodies above 32 KB, so this compares the `content-length` header. A request without the header does
 * not match. A header with too small a number is of no use, because bytes beyond it are not part of the request.
 */
const lengthIsOverDeliveryLimit: Statement = {
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'content-length' } },
    regexString: numbersAbovePattern(deliveryLimit),
    textTransformations: asIs,
  },
}

const path = (positionalConstraint: 'STARTS_WITH' | 'ENDS_WITH', searchString: string): Statement => ({
  byteMatchStatement: { fieldToMatch: { uriPath: {} }, positionalConstraint, searchString, textTransformations: asIs },
})

const not = (statement: Statement): Statement => ({ notStatement: { statement } })
const all = (...statements: Statement[]): Statement => ({ andStatement: { statements } })
const any = (...statements: Statement[]): Statement => ({ orStatement: { statements } })

/** The last segments of the routes that accept a form with a photo. The gateway and the function limit the size of such a form. */
const formEndings = [
  ...new Set(
    listRoutes()
      .filter(({ entry }) => entry.media?.includes('form'))
      .map(({ entry }) => entry.path.slice(entry.path.lastIndexOf('/'))),
  ),
]

const deliveries = path('STARTS_WITH', '/api/deliveries')
const [onlyForm, ...otherForms] = formEndings.map((ending) => path('ENDS_WITH', ending))
if (!onlyForm) throw new Error('No route in the contract accepts a form')
const forms = otherForms.length > 0 ? any(onlyForm, ...otherForms) : onlyForm

export const largeBodiesCustomResponseBodies = {
  'too-large': { contentType: 'APPLICATION_JSON', content: JSON.stringify({ detail: 'This request is too large' }) },
}

/**
 * Refuses bodies above `deliveryLimit` below `/api/deliveries`, and above `bodyLimit` elsewhere, before the gateway receives them.
 * Below `/api/deliveries`, it limits neither forms with files nor bodies without a `content-length`. The refusal is JSON, like the
 * product's own.
 */
export const largeBodiesRule: Pick<CfnWebACL.RuleProperty, 'name' | 'action' | 'statement'> = {
  name: 'large-bodies',
  action: { block: { customResponse: { responseCode: 413, customResponseBodyKey: 'too-large' } } },
  statement: any(all(not(deliveries), bodyIsOverLimit), all(deliveries, not(forms), lengthIsOverDeliveryLimit)),
}
