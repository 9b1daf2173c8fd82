import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import boundary from '../../infra/permissions-boundary.json' with { type: 'json' }
import { isAllowed } from './iam.ts'
import { resourcesOf, type Statement, statementsOf } from './policies.ts'
import { aWebBuildFolder, synthesise, testedDeployables } from './synthesise.ts'

const webBuild = aWebBuildFolder({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })
/** With text messages, the stacks have all types of resources. */
const config = { smsIdentity: 'phone-number/phone-0123456789abcdef0123456789abcdef' }
const statements = boundary.Statement.map(
  ({ Effect, Condition, ...others }): Statement => ({
    ...others,
    id: 'boundary',
    Effect: Effect === 'Deny' ? 'Deny' : 'Allow',
    ...(Condition && { Condition }),
  }),
)
const own = 'arn:aws:iam::111122223333:policy/carelane-boundary'
const may = (action: string, resource: string, boundaryOfRole?: string) =>
  isAllowed(statements, {
    action,
    resource,
    context: boundaryOfRole ? { 'iam:PermissionsBoundary': [boundaryOfRole] } : {},
  })
const ofIam = (resource: string) => `arn:aws:iam::111122223333:${resource}`
const aRole = ofIam('role/carelane-x')
/** The resources, by what is in an action's name, on which our stacks need it. Every other action needs only `aRole`. */
const resourcesOfActions: readonly (readonly [RegExp, string])[] = [
  [/^iam:CreateServiceLinkedRole$/, ofIam('role/aws-service-role/wafv2.amazonaws.com/AWSServiceRoleForWAFV2Logging')],
  [/^iam:\w*OpenIDConnectProvider/, ofIam('oidc-provider/token.actions.githubusercontent.com')],
  [/^iam:List(Roles|Policies|OpenIDConnectProviders)$/, '*'],
  [/^iam:(\w+Policy(Version|Versions)?|ListEntitiesForPolicy)$/, ofIam('policy/carelane-x')],
  [/^sts:AssumeRole$/, ofIam('role/cdk-hnb659fds-deploy-role-111122223333-us-east-1')],
]
const mayInOurStacks = (action: string) =>
  may(action, aRole, own) ||
  may(action, resourcesOfActions.find(([pattern]) => pattern.test(action))?.[1] ?? aRole, own)

/** By resource type, the actions that CloudFormation may need to create, read, change, list or delete a resource. */
const handlerPermissions = new Map(
  readFileSync(new URL('handler-permissions.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('AWS::'))
    .map((line): [string, string[]] => {
      const [type = '', ...actions] = line.split(' ')
      return [type, actions]
    }),
)

/** Actions that CloudFormation may need for resources of these types but that no stack of ours needs, by the reason for this. */
const withheld: Readonly<Record<string, readonly RegExp[]>> = {
  'nobody takes the boundary off': [/^iam:DeleteRolePermissionsBoundary$/],
  'policies belong to roles, and there are no users or groups': [/^iam:\w+(User|Group)Policy$/],
  'roles, policies and providers are found by their addresses': [/^iam:List(Roles|Policies|OpenIDConnectProviders)$/],
  'the certificate is a public one': [/^acm-pca:/],
  'functions run in no network of ours and mount no files': [/^ec2:/, /^elasticfilesystem:/, /^s3files:/],
  'the table feeds no stream of Kinesis': [/^kinesis:/],
  'logs are written into buckets and log groups': [/^firehose:/],
  'logs are delivered for CloudFront alone': [/^\w+:AllowVendedLogDeliveryForResource$/],
  'no bucket has tables of its metadata': [/^s3tables:/],
  'the firewall sells nothing': [/^payments:/],
  'the check from outside asks an address': [/^route53-recovery-control-config:/],
  'the trail and the firewall are of one account': [/^organizations:/, /^iam:DescribeOrganization$/],
}
const reasons = Object.values(withheld).flat()

it('each permission withheld from CloudFormation is one that its handlers call', () => {
  const refused = [...handlerPermissions.values()].flat().filter((action) => !mayInOurStacks(action))
  for (const pattern of reasons)
    expect([pattern, refused.some((action) => pattern.test(action))]).toEqual([pattern, true])
})

// Only dev's roles have no boundary, so that its account needs no preparation.
describe.each(testedDeployables.filter((name) => name !== 'dev'))('the boundary of %s', (name) => {
  const { template } = synthesise(name, { webBuild, config })
  const { of, resources } = resourcesOf(template)

  it('is on every role in the stack', () => {
    for (const { Properties } of of('AWS::IAM::Role'))
      expect(JSON.stringify(Properties?.PermissionsBoundary)).toContain(':policy/carelane-boundary')
    expect(of('AWS::IAM::User', 'AWS::IAM::Group')).toEqual([])
  })

  it('allows CloudFormation all calls of its resource handlers, except for documented ones', () => {
    const types = new Set(resources.map(([, { Type }]) => Type).filter((type) => !type.startsWith('Custom::')))
    for (const type of types) {
      const actions = handlerPermissions.get(type) ?? ['a line in handler-permissions.txt']
      const refused = actions.filter((action) => !mayInOurStacks(action))
      const unexplained = refused.filter((action) => !reasons.some((pattern) => pattern.test(action)))
      expect([type, unexplained]).toEqual([type, []])
    }
  })

  it('allows each role what its policies allow', () => {
    const actions = statementsOf(template)
      .filter(({ Effect, Principal }) => Effect === 'Allow' && !Principal)
      .flatMap(({ Action }) => Action)
    for (const action of new Set(actions)) expect([action, mayInOurStacks(action)]).toEqual([action, true])
  })
})

describe('a user with the permissions of a deploy', () => {
  it('cannot create a role without the boundary or give permissions to one without it', () => {
    for (const action of ['iam:CreateRole', 'iam:PutRolePolicy', 'iam:AttachRolePolicy']) {
      expect([action, may(action, aRole, own)]).toEqual([action, true])
      expect([action, may(action, aRole)]).toEqual([action, false])
      expect([action, may(action, aRole, 'arn:aws:iam::111122223333:policy/other')]).toEqual([action, false])
    }
  })

  it('cannot remove or change the boundary, or create users and access keys', () => {
    expect(may('iam:DeleteRolePermissionsBoundary', aRole)).toBe(false)
    expect(may('iam:CreatePolicyVersion', own)).toBe(false)
    expect(may('iam:DeletePolicy', own)).toBe(false)
    expect(may('iam:AttachRolePolicy', 'arn:aws:iam::111122223333:role/cdk-hnb659fds-cfn-exec-role', own)).toBe(false)
    for (const action of ['iam:CreateUser', 'iam:CreateAccessKey', 'organizations:LeaveOrganization'])
      expect([action, may(action, '*')]).toEqual([action, false])
  })

  it.each([
    'role/OrganizationAccountAccessRole',
    'role/Administrator',
    'role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Administrator_1',
    'role/cdk-hnb659fds-cfn-exec-role-111122223333-us-east-1',
  ])('cannot use or change %s', (role) => {
    for (const action of ['sts:AssumeRole', 'iam:PassRole', 'iam:UpdateAssumeRolePolicy', 'iam:AttachRolePolicy'])
      expect([action, may(action, ofIam(role), own)]).toEqual([action, false])
  })

  it('cannot change other policies or identity providers', () => {
    for (const policy of ['policy/Administrators', 'policy/cdk-admin'])
      expect(may('iam:CreatePolicyVersion', ofIam(policy))).toBe(false)
    expect(may('iam:CreateOpenIDConnectProvider', ofIam('oidc-provider/login.example.com'))).toBe(false)
    expect(may('iam:CreatePolicyVersion', ofIam('policy/carelane-prod-AppauthItems'))).toBe(true)
  })
})

it.each(testedDeployables)('the roles and policies of %s get names that the boundary allows', (name) => {
  const { of } = resourcesOf(synthesise(name, { webBuild, config }).template)
  // CloudFormation makes a name of the stack's name unless the template gives one.
  for (const { Properties } of of('AWS::IAM::Role', 'AWS::IAM::ManagedPolicy'))
    expect([Properties?.RoleName, Properties?.ManagedPolicyName, Properties?.Path]).toEqual(Array(3).fill(undefined))
})
