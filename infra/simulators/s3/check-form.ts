import * as z from 'zod/mini'
import { S3Error } from './s3-error.ts'
import { checkStringSignature, type SigningCredentials } from './signing.ts'

const policyDocument = z.object({
  expiration: z.string(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string(), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
})

type Condition = z.infer<typeof policyDocument>['conditions'][number]

/** Fields that need no condition in the policy, because they carry the policy and its signature. */
const uncovered = ['policy', 'x-amz-signature']

const refused = (reason: string) => new S3Error(403, 'AccessDenied', `Invalid according to Policy: ${reason}`)

/**
 * Checks a presigned form that a browser has posted: the policy's signature, its expiry, each of its conditions, and that a
 * condition covers every field that needs one. Fields whose names begin with `x-ignore-` need none. The names in `fields` are in
 * lower case, and the field `bucket` contains the bucket in the request's address. Throws `S3Error` if a check fails.
 */
export function checkPostedForm(
  { fields, size }: { fields: ReadonlyMap<string, string>; size: number },
  signer: SigningCredentials,
  now: number,
): void {
  const field = (name: string) => fields.get(name) ?? ''
  if (field('policy') === '') throw new S3Error(403, 'AccessDenied', 'Access Denied')
  checkStringSignature(field('policy'), {
    credential: field('x-amz-credential'),
    date: field('x-amz-date'),
    signature: field('x-amz-signature'),
    signer,
  })
  const policy = policyDocument.parse(JSON.parse(Buffer.from(field('policy'), 'base64').toString()))
  if (!(now <= Date.parse(policy.expiration))) throw refused('Policy expired.')
  const covered = new Set([...uncovered, 'bucket'])
  for (const condition of policy.conditions) {
    for (const name of checkCondition(condition, fields, size)) covered.add(name)
  }
  const extra = [...fields.keys()].filter((name) => !covered.has(name) && !name.startsWith('x-ignore-'))
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`)
}

/** Checks one condition and returns the names of the fields that it is about. Throws `S3Error` if the condition is not met. */
function checkCondition(condition: Condition, fields: ReadonlyMap<string, string>, size: number): string[] {
  if (!Array.isArray(condition)) {
    return Object.entries(condition).flatMap(([name, value]) => checkCondition(['eq', `$${name}`, value], fields, size))
  }
  if (condition[0] === 'content-length-range') {
    const [, least, most] = condition
    if (size < least) throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum size')
    if (size > most) throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
    return []
  }
  const [comparison, variable, expected] = condition
  const name = variable.slice(1).toLowerCase()
  const given = fields.get(name) ?? ''
  if (comparison === 'eq' ? given !== expected : !given.startsWith(expected)) {
    throw refused(`Policy Condition failed: ${JSON.stringify(condition)}`)
  }
  return [name]
}
