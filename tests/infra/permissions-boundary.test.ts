import { describe, expect, it } from 'vitest'
import { deployableNames } from '#infra/config.ts'
import boundary from '../../infra/permissions-boundary.json' with { type: 'json' }
import { isAllowed } from './iam.ts'
import { resourcesOf, type Statement, statementsOf } from './policies.ts'
import { aWebBuild, synthesise } from './synthesise.ts'

const webBuild = aWebBuild({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })
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
const aRole = 'arn:aws:iam::111122223333:role/carelane-x'

/** Where IAM calls a service by another name than CloudFormation does. */
const prefixes: Readonly<Record<string, string>> = {
  apigatewayv2: 'apigateway',
  certificatemanager: 'acm',
  stepfunctions: 'states',
}

describe.each(deployableNames)('the boundary of %s', (name) => {
  const { template } = synthesise(name, { webBuild })
  const { of, resources } = resourcesOf(template)

  it('is on every role that the stack makes', () => {
    for (const { Properties } of of('AWS::IAM::Role'))
      expect(JSON.stringify(Properties?.PermissionsBoundary)).toContain(':policy/carelane-boundary')
    expect(of('AWS::IAM::User', 'AWS::IAM::Group')).toEqual([])
  })

  it('lets CloudFormation make all that is in it, and each role do what its policies say', () => {
    const services = resources.flatMap(([, { Type }]) => {
      const [, service = ''] = /^AWS::(\w+)::/.exec(Type) ?? []
      return service ? [prefixes[service.toLowerCase()] ?? service.toLowerCase()] : []
    })
    for (const service of new Set(services))
      if (service !== 'iam') expect([service, may(`${service}:CreateIt`, '*')]).toEqual([service, true])
    const actions = statementsOf(template)
      .filter(({ Effect, Principal }) => Effect === 'Allow' && !Principal)
      .flatMap(({ Action }) => Action)
    for (const action of new Set(actions)) expect([action, may(action, '*')]).toEqual([action, true])
  })
})

describe('whoever has the rights of a deploy', () => {
  it('makes no role without the boundary, and gives none to a role that lacks it', () => {
    for (const action of ['iam:CreateRole', 'iam:PutRolePolicy', 'iam:AttachRolePolicy']) {
      expect([action, may(action, aRole, own)]).toEqual([action, true])
      expect([action, may(action, aRole)]).toEqual([action, false])
      expect([action, may(action, aRole, 'arn:aws:iam::111122223333:policy/other')]).toEqual([action, false])
    }
  })

  it('neither takes it off nor changes it, and makes no user and no key', () => {
    expect(may('iam:DeleteRolePermissionsBoundary', aRole)).toBe(false)
    expect(may('iam:CreatePolicyVersion', own)).toBe(false)
    expect(may('iam:DeletePolicy', own)).toBe(false)
    expect(may('iam:AttachRolePolicy', 'arn:aws:iam::111122223333:role/cdk-hnb659fds-cfn-exec-role', own)).toBe(false)
    for (const action of ['iam:CreateUser', 'iam:CreateAccessKey', 'organizations:LeaveOrganization'])
      expect([action, may(action, '*')]).toEqual([action, false])
  })
})
