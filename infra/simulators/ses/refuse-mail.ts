import { addressProblem, splitNameAndAddress } from './address-problem.ts'

/** A refusal with SES's code and message. The code is also the name of the error that the SDK throws. */
export interface MailRefusal {
  code: 'InvalidAction' | 'InvalidParameterValue' | 'MessageRejected'
  message: string
}

/**
 * Returns the refusal with which SES answers a call, whose parameters are those of the query protocol. Returns undefined if SES
 * accepts the call. `identities` are the verified addresses and domains.
 */
export function findMailRefusal(call: URLSearchParams, identities: readonly string[]): MailRefusal | undefined {
  const action = call.get('Action')
  if (action !== 'SendEmail' && action !== 'SendRawEmail') {
    return { code: 'InvalidAction', message: `Could not find operation ${action} for version 2010-12-01` }
  }
  const source = call.get('Source') ?? ''
  const recipients = [...call]
    .filter(([name]) => /^(Destination\.\w+|Destinations)\.member\.\d+$/.test(name))
    .map(([, value]) => value)
  const problem = [source, ...recipients].map(addressProblem).find(Boolean)
  if (problem) return { code: 'InvalidParameterValue', message: problem }
  const sender = splitNameAndAddress(source).address
  if (!isVerified(sender, identities)) {
    return {
      code: 'MessageRejected',
      message: `Email address is not verified. The following identities failed the check in region US-EAST-1: ${sender}`,
    }
  }
  return undefined
}

/** Returns whether an address may send. A verified domain covers its subdomains. */
function isVerified(address: string, identities: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return identities.some((identity) => identity === address || identity === domain || domain.endsWith(`.${identity}`))
}

export const refusalXml = ({ code, message }: MailRefusal) =>
  `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Message></Error><RequestId>local</RequestId></ErrorResponse>`
