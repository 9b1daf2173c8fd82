import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { deployPolicies, policyLimit } from '#infra/bootstrap/deploy-policies.ts'
import { neededActions } from '#infra/bootstrap/needed-actions.ts'
import { deployableNames } from '#infra/config.ts'
import { resourcesOf } from './policies.ts'
import { aWebBuild, synthesise } from './synthesise.ts'

const webBuild = aWebBuild({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })
const types = [
  ...new Set(
    deployableNames.flatMap((name) =>
      resourcesOf(synthesise(name, { webBuild }).template).resources.map(([, { Type }]) => Type),
    ),
  ),
].sort()

it('every type of resource has its actions, and none has them that no stack has', () => {
  expect(types.filter((type) => !neededActions[type])).toEqual([])
  expect(Object.keys(neededActions).filter((type) => !types.includes(type))).toEqual([])
})

it('the policies that bootstrapping gives are those of what the templates have', async () => {
  const policies = deployPolicies(types)
  // Written anew by vitest -u, and given to the account by the README's command.
  for (const [i, policy] of policies.entries())
    await expect(`${JSON.stringify(policy, null, 2)}\n`).toMatchFileSnapshot(
      `../../infra/bootstrap/deploy-${i + 1}.json`,
    )
  expect(existsSync(new URL(`../../infra/bootstrap/deploy-${policies.length + 1}.json`, import.meta.url))).toBe(false)
  const readme = readFileSync(new URL('../../infra/README.md', import.meta.url), 'utf8')
  for (const i of policies.keys()) expect(readme).toContain(`infra/bootstrap/deploy-${i + 1}.json`)
})

it('no policy is an administrator’s, and each fits into what IAM takes', () => {
  for (const policy of deployPolicies(types)) {
    expect(JSON.stringify(policy).length).toBeLessThanOrEqual(policyLimit)
    for (const { Action, Resource } of policy.Statement) {
      for (const action of Action) expect(action).toMatch(/^[a-z0-9-]+:(?!\*$)[\w*]+$/)
      // Of these every action may be taken on what has a name of ours alone.
      if (Action.some((action) => /^(iam|dynamodb|s3|sns|sqs):/.test(action)))
        for (const resource of Resource) expect(resource).toMatch(/carelane-|cdk-|oidc-provider|aws-service-role/)
    }
    const everything = policy.Statement.flatMap(({ Action }) => Action)
    // Items, objects and mails are no business of a deploy.
    expect(everything.filter((action) => /(GetItem|PutItem|Query|Scan|PutObject|SendEmail)$/.test(action))).toEqual([])
    expect(everything).not.toContain('iam:CreateUser')
  }
})
