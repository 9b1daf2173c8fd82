/** @module-tag proof */

import { describe, expect, it } from 'vitest'
import { copyDeploymentName, deployableNames, environmentNames } from '#infra/config.ts'
import { allDependenciesOf, creationOrder, dependenciesOf } from './resource-graph.ts'
import { aWebBuildFolder, configOf, synthesise, textOf } from './synthesise.ts'

const webBuild = aWebBuildFolder({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })
const retained = deployableNames.filter((name) => !name.endsWith('-roles') && name !== 'dev')

interface Made {
  DeletionPolicy?: string
  Properties?: Record<string, unknown>
  Type: string
}

/**
 * Properties that contain a resource's name. A name that we choose must not be in use already, for example by a resource that an
 * earlier deploy left behind.
 */
const nameProperties = [
  'TableName',
  'BucketName',
  'Name',
  'LogGroupName',
  'BackupVaultName',
  'AliasName',
  'QueueName',
  'TopicName',
  'RoleName',
  'FunctionName',
  'ManagedPolicyName',
  'DashboardName',
  'TrailName',
]

const nameOf = ({ Type, Properties = {} }: Made) => {
  // These resources have a property with the name of a function, which is not their own name.
  if (['AWS::Lambda::Permission', 'AWS::Lambda::EventInvokeConfig'].includes(Type)) return undefined
  const chosen = nameProperties.flatMap((property) => Properties[property] ?? [])
  const [name] = chosen.filter((each) => !textOf(each).includes('AWS::StackId'))
  return name === undefined ? undefined : `${Type} ${textOf(name)}`
}

/** Whether a resource is protected from deletion. AWS then refuses to delete it, and a rollback fails. */
function isHeld({ Type, Properties = {} }: Made): boolean {
  const { DeletionProtectionEnabled, LockConfiguration, AccessPolicy, ObjectLockConfiguration } = Properties
  if (Type === 'AWS::DynamoDB::Table') return DeletionProtectionEnabled === true
  if (Type === 'AWS::Backup::BackupVault') return Boolean(LockConfiguration ?? AccessPolicy)
  return Type === 'AWS::S3::Bucket' && JSON.stringify(ObjectLockConfiguration ?? '').includes('DefaultRetention')
}

interface Try {
  /** Names of resources that the attempt left behind. They stay in use from now on. */
  left: Set<string>
  /** Reasons for which the stack cannot be deleted, and names that collide with what an earlier attempt left behind. */
  problems: string[]
}

/**
 * Simulates a deploy: CloudFormation creates the resources until the one with the id `failing`, then deletes the created ones as
 * far as their policies allow. If `failing` is undefined, it creates all of them. `taken` has the names that are in use already.
 */
function tryUntil(
  template: ReturnType<typeof synthesise>,
  failing: string | undefined,
  taken: ReadonlySet<string>,
): Try {
  const resources: Record<string, Made> = template.template.toJSON().Resources
  const problems: string[] = []
  const made: string[] = []
  for (const id of creationOrder(dependenciesOf(template.template))) {
    if (id === failing) break
    const name = resources[id] && nameOf(resources[id])
    if (name && taken.has(name)) problems.push(`${id} finds its name taken: ${name}`)
    made.push(id)
  }
  const left = new Set<string>()
  if (failing === undefined) return { left, problems }
  for (const id of made.reverse()) {
    const resource = resources[id]
    if (!resource) continue
    const name = nameOf(resource)
    if (resource.DeletionPolicy === 'Retain') {
      if (name) left.add(name)
    } else if (isHeld(resource)) problems.push(`${id} is held against the rollback`)
  }
  if (template.isTerminationProtected) problems.push('the failed stack cannot be deleted')
  return { left, problems }
}

describe.each(retained)('a first deploy of %s', (name) => {
  const first = synthesise(name, { webBuild, isProtected: false })

  it('can be repeated after a failure of any resource', () => {
    const ids = Object.keys(first.template.toJSON().Resources)
    expect(ids.length).toBeGreaterThan(5)
    for (const failing of ids) {
      const { left, problems } = tryUntil(first, failing, new Set())
      const again = tryUntil(first, undefined, left)
      expect([failing, problems, again.problems]).toEqual([failing, [], []])
    }
  })

  it('gets its protection in a second pass, which neither replaces nor deletes anything', () => {
    const second = synthesise(name, { webBuild })
    expect([first.isTerminationProtected, second.isTerminationProtected]).toEqual([false, true])
    const before: Record<string, Made> = first.template.toJSON().Resources
    const after: Record<string, Made> = second.template.toJSON().Resources
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const changed = Object.keys(after).filter((id) => JSON.stringify(after[id]) !== JSON.stringify(before[id]))
    const held = Object.entries(after).filter(([, resource]) => isHeld(resource))
    expect(changed.sort()).toEqual(held.map(([id]) => id).sort())
    expect(held.length).toBeGreaterThan(0)
  })
})

describe('a first deploy with protection', () => {
  it('blocks itself when it fails, so the README puts an unprotected one first', () => {
    const protectedForm = synthesise('prod', { webBuild })
    const ids = Object.keys(protectedForm.template.toJSON().Resources)
    const { problems } = tryUntil(protectedForm, ids.at(-1), new Set())
    expect(problems).toContain('the failed stack cannot be deleted')
  })
})

describe.each(environmentNames)('the order of creation in %s', (name) => {
  const { template } = synthesise(name, { webBuild })
  const dependencies = dependenciesOf(template)
  const groupOf = (id: string) => /^(Data|App|Edge)/.exec(id)?.[1]

  it('is data, app, edge, and nothing waits for a later group', () => {
    const before: Record<string, readonly (string | undefined)[]> = { Data: ['Data'], App: ['Data', 'App'] }
    const early = [...dependencies].flatMap(([id, waitedFor]) => {
      const known = before[groupOf(id) ?? '']
      return known
        ? [...waitedFor].filter((each) => groupOf(each) && !known.includes(groupOf(each))).map((each) => [id, each])
        : []
    })
    // Functions need the app's address for links in emails. Without a domain, only CloudFront knows it, so they wait for the
    // distribution.
    const asksForItsAddress = (id = '') => /^App[a-z]+Function/.test(id)
    if (configOf(name).domain) expect(early).toEqual([])
    for (const [id, each] of early)
      expect([id, asksForItsAddress(id), /^EdgeAppDistribution/.test(each ?? '')]).toEqual([id, true, true])
  })

  it('ends with the web files, after every route and the permission to call its function', () => {
    const [files] = Object.keys(template.findResources('Custom::CDKBucketDeployment'))
    const before = allDependenciesOf(dependencies, files ?? '')
    for (const type of ['Route', 'Authorizer', 'Integration', 'Stage'])
      for (const id of Object.keys(template.findResources(`AWS::ApiGatewayV2::${type}`))) expect(before).toContain(id)
    for (const id of Object.keys(template.findResources('AWS::Lambda::Permission')))
      if (id.startsWith('AppGateway')) expect(before).toContain(id)
  })
})

describe('the second region', () => {
  it('exists only for prod and is created before it', () => {
    expect(deployableNames.indexOf(copyDeploymentName('prod'))).toBeLessThan(deployableNames.indexOf('prod'))
    expect(deployableNames).not.toContain(copyDeploymentName('staging'))
  })
})
