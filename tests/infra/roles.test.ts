import { describe, expect, it } from 'vitest'
import { statementsOf } from './policies.ts'
import { synthesise } from './synthesise.ts'

const provider = 'AWS::IAM::OIDCProvider'
const existing = 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com'

/** Returns the principals that the pipeline's roles trust. */
const trusted = (template: ReturnType<typeof synthesise>['template']) =>
  statementsOf(template)
    .filter(({ Action }) => Action === 'sts:AssumeRoleWithWebIdentity')
    .map(({ Principal }) => Object(Principal).Federated)

describe.each(['staging-roles', 'prod-roles'])('%s', (name) => {
  it('make GitHub’s provider, and trust it', () => {
    const { template } = synthesise(name)
    const [[id] = []] = Object.entries(template.findResources(provider))
    const all = trusted(template)
    expect(all.length).toBeGreaterThan(0)
    for (const one of all) expect(one).toEqual({ 'Fn::GetAtt': [id, 'Arn'] })
  })

  it('trust the provider that the account has already, and make none beside it', () => {
    const { template } = synthesise(name, { parameters: { ExistingProvider: existing } })
    template.resourceCountIs(provider, 0)
    const all = trusted(template)
    expect(all).toHaveLength(trusted(synthesise(name).template).length)
    expect(new Set(all)).toEqual(new Set([existing]))
  })
})
