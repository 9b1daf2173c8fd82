import { alwaysNeeded, neededActions } from './needed-actions.ts'

interface Statement {
  Effect: 'Allow'
  Action: string[]
  Resource: string[]
  Condition?: Record<string, Record<string, string | string[]>>
}

interface Policy {
  Version: '2012-10-17'
  Statement: Statement[]
}

/** A managed policy takes so many characters, blanks aside. */
export const policyLimit = 6144

const anywhere = (service: string, ...names: string[]) => names.map((name) => `arn:aws:${service}:*:*:${name}`)

/** Where a service lets names be told apart, ours begin with the stack's. */
const scopes: Readonly<Record<string, readonly string[]>> = {
  apigateway: ['arn:aws:apigateway:*::/apis', 'arn:aws:apigateway:*::/apis/*', 'arn:aws:apigateway:*::/tags/*'],
  budgets: ['arn:aws:budgets::*:budget/carelane-*'],
  cloudformation: anywhere('cloudformation', 'stack/carelane-*'),
  cloudtrail: anywhere('cloudtrail', 'trail/carelane-*'),
  dynamodb: anywhere('dynamodb', 'table/carelane-*'),
  events: anywhere('events', 'rule/carelane-*'),
  iam: [
    'arn:aws:iam::*:role/carelane-*',
    'arn:aws:iam::*:policy/carelane-*',
    'arn:aws:iam::*:oidc-provider/token.actions.githubusercontent.com',
    'arn:aws:iam::*:role/aws-service-role/*',
  ],
  s3: ['arn:aws:s3:::carelane-*', 'arn:aws:s3:::cdk-*', 'arn:aws:s3:::cdk-*/*'],
  sns: anywhere('sns', 'carelane-*'),
  sqs: anywhere('sqs', 'carelane-*'),
  ssm: anywhere('ssm', 'parameter/cdk-bootstrap/*'),
}

/** Roles are handed to the services that act by them, and to nobody. */
const passRole = 'iam:PassRole'
const passedTo = ['lambda.amazonaws.com', 's3.amazonaws.com', 'backup.amazonaws.com']

/** What bootstrapping gives CloudFormation instead of an administrator's rights: as few policies as their size allows. */
export function deployPolicies(types: readonly string[]): Policy[] {
  const actions = new Set([...alwaysNeeded, ...types.flatMap((type) => neededActions[type] ?? [])])
  const byService = Map.groupBy(
    [...actions].filter((action) => action !== passRole).sort(),
    (action) => action.split(':')[0] ?? '',
  )
  const statements: Statement[] = [...byService].map(([service, Action]) => ({
    Effect: 'Allow',
    Action,
    Resource: [...(scopes[service] ?? ['*'])],
  }))
  statements.push({
    Effect: 'Allow',
    Action: [passRole],
    Resource: ['arn:aws:iam::*:role/carelane-*'],
    Condition: { StringEquals: { 'iam:PassedToService': passedTo } },
  })
  const policies: Policy[] = []
  for (const statement of statements) {
    const last = policies.at(-1)
    const joined: Policy = { Version: '2012-10-17', Statement: [...(last?.Statement ?? []), statement] }
    if (last && JSON.stringify(joined).length <= policyLimit) last.Statement.push(statement)
    else policies.push({ Version: '2012-10-17', Statement: [statement] })
  }
  return policies
}
