import { describe, expect, it } from 'vitest'
import { missingRepositoryTexts, workflowSubjects } from '#infra/pipeline-settings.ts'
import { statementsOf } from './policies.ts'
import { synthesise, textOf } from './synthesise.ts'

const provider = 'AWS::IAM::OIDCProvider'
const existing = 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com'

/** Returns the principals that the pipeline's roles trust. */
const trusted = (template: ReturnType<typeof synthesise>['template']) =>
  statementsOf(template)
    .filter(({ Action }) => Action === 'sts:AssumeRoleWithWebIdentity')
    .map(({ Principal }) => Object(Principal).Federated)

describe.each(['staging-roles', 'prod-roles'])('%s', (name) => {
  it('create GitHub’s identity provider and trust it', () => {
    const { template } = synthesise(name)
    const [[id] = []] = Object.entries(template.findResources(provider))
    const all = trusted(template)
    expect(all.length).toBeGreaterThan(0)
    for (const one of all) expect(one).toEqual({ 'Fn::GetAtt': [id, 'Arn'] })
  })

  it('trust the provider that already exists in the account', () => {
    const { template } = synthesise(name, { parameters: { ExistingProvider: existing } })
    template.resourceCountIs(provider, 0)
    const all = trusted(template)
    expect(all).toHaveLength(trusted(synthesise(name).template).length)
    expect(new Set(all)).toEqual(new Set([existing]))
  })
})

describe.each(['staging', 'prod'])('the roles of the pipeline for %s', (environment) => {
  const { template } = synthesise(`${environment}-roles`)
  const roles = Object.entries(template.findResources('AWS::IAM::Role'))
  const nameOf = (id: string) => id.replace(/[0-9A-F]{8}$/, '')
  const rightsOf = (role: string) => statementsOf(template).filter(({ id }) => id === `${role}Grants`)
  const actionsOf = (role: string) => rightsOf(role).flatMap(({ Action }) => Action)
  const resourcesOf = (role: string, action: string) =>
    rightsOf(role)
      .filter(({ Action }) => [Action].flat().includes(action))
      .flatMap(({ Resource }) => [Resource].flat().map(textOf))

  it('trust this repository only: pull requests to read, environments to deploy and to check', () => {
    const subjects = roles.map(([id, { Properties }]) => {
      const [{ Action, Condition, Principal }, ...others] = Properties.AssumeRolePolicyDocument.Statement
      expect(others).toEqual([])
      expect([Action, textOf(Principal.Federated)]).toEqual([
        'sts:AssumeRoleWithWebIdentity',
        expect.stringMatching(/^<GitHub/),
      ])
      expect(Condition.StringEquals['token.actions.githubusercontent.com:aud']).toBe('sts.amazonaws.com')
      return [nameOf(id), [Condition.StringEquals['token.actions.githubusercontent.com:sub']].flat().join()]
    })
    expect(subjects).toEqual([
      ...(environment === 'staging' ? [['Diff', 'repo::pull_request']] : []),
      ['Deploy', `repo::environment:${environment}`],
      ...['Check', 'Smoke', 'Migrate'].map((role) => [role, `repo::environment:${environment}-checks`]),
    ])
  })

  it('deploy only with the bootstrap roles in the first region', () => {
    expect(actionsOf('Deploy').sort()).toEqual(['cloudformation:DescribeStacks', 'sts:AssumeRole'])
    const assumed = resourcesOf('Deploy', 'sts:AssumeRole')
    expect(assumed).toHaveLength(2)
    for (const resource of assumed)
      expect(resource).toMatch(/:role\/cdk-hnb659fds-(deploy|file-publishing)-role-.*-us-east-1$/)
  })

  it('change nothing except through deploys and migrations', () => {
    const allowed: Record<string, string[]> = { Deploy: ['sts:AssumeRole'], Migrate: ['states:StartExecution'] }
    for (const [id] of roles) {
      const changing = actionsOf(nameOf(id)).filter((action) => !/:(Describe|Get|List)|^kms:Decrypt$/.test(action))
      expect([id, changing]).toEqual([id, allowed[nameOf(id)] ?? []])
    }
  })

  it('read this environment’s stacks, and only the canary’s secret', () => {
    const stack = synthesise(environment).template
    const [canary = ''] = Object.entries(stack.findResources('AWS::SecretsManager::Secret'))
      .filter(([, { Properties }]) => Properties.Description === 'Signs in the canary organization')
      .map(([id]) => id)
    for (const [id] of roles) {
      for (const resource of resourcesOf(nameOf(id), 'cloudformation:DescribeStacks'))
        expect(resource).toMatch(new RegExp(`:stack/carelane-${environment}/\\*$`))
      const [secret] = resourcesOf(nameOf(id), 'secretsmanager:GetSecretValue')
      if (nameOf(id) !== 'Smoke') expect([id, secret]).toEqual([id, undefined])
      else expect(canary.startsWith(/secret:(\w+)\*$/.exec(secret ?? '')?.[1] ?? 'none')).toBe(true)
    }
    const topics = Object.keys(stack.findResources('AWS::SNS::Topic'))
    const starts = resourcesOf('Smoke', 'sns:ListSubscriptionsByTopic').map(
      (resource) => /:carelane-\w+-(\w+)\*$/.exec(resource)?.[1] ?? 'none',
    )
    expect(topics.filter((topic) => !starts.some((start) => topic.startsWith(start)))).toEqual([])
  })
})

describe('the subjects of GitHub’s tokens', () => {
  const ids = { owner: '123456', repository: '456789' }

  it('are trusted in the old form, and in the one with numbers if known, without wildcards', () => {
    const repository = 'acme/carelane'
    expect(workflowSubjects('environment:prod', { repository, ids: undefined })).toEqual([
      'repo:acme/carelane:environment:prod',
    ])
    expect(workflowSubjects('environment:prod', { repository, ids })).toEqual([
      'repo:acme/carelane:environment:prod',
      'repo:acme@123456/carelane@456789:environment:prod',
    ])
  })

  it.each([
    ['', undefined, 'pipelineSettings.repository is "". Set it to the repository, as owner/name.'],
    ['acme@123456/carelane@456789', ids, 'Set it to the repository, as owner/name.'],
    ['acme/carelane', { ...ids, owner: 'acme' }, 'Set it to the numbers of the owner and of the repository.'],
  ])('are rejected for the repository %j with %o', (repository, numbers, text) => {
    expect(missingRepositoryTexts({ repository, ids: numbers })).toEqual([expect.stringContaining(text)])
  })

  it('are accepted for a repository with numbers', () => {
    expect(missingRepositoryTexts({ repository: 'acme/carelane', ids })).toEqual([])
  })
})
