import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { App, Stack } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { bundleFunctions } from './bundle-functions.ts'
import {
  deployableNames,
  edgeRegion,
  findCopiedEnvironment,
  findEnvironment,
  findEnvironmentOfRoles,
} from './config.ts'
import { CopyStack } from './copy-stack.ts'
import { deployOptionNames, environmentOfAccount, unusableOptionTexts, withDeployOptions } from './deploy-options.ts'
import { RolesStack } from './roles-stack.ts'
import { enforceNagRules } from './rules.ts'
import { CarelaneStack } from './stack.ts'

const app = new App()
/**
 * The names in `-c env=…`, separated by commas: environments, their second regions or the roles of their pipelines. All stacks form
 * one assembly and share its files.
 */
const names = String(app.node.tryGetContext('env') ?? '')
  .split(',')
  .filter(Boolean)
/**
 * False with `-c protected=false`: a first deploy then creates the resources without protection, and the next deploy protects them.
 */
const isProtected = app.node.tryGetContext('protected') !== 'false'
const choices = `Choose one: -c env=${deployableNames.join(', -c env=')}`
const problems = names.flatMap(problemTexts)

if (problems.length === 0) await synthesise()
else {
  for (const problem of problems) console.error(problem)
  process.exitCode = 1
}

function problemTexts(name: string): string[] {
  if (!deployableNames.includes(name)) return [`There is no environment "${name}". ${choices}`]
  const config = findEnvironment(name)
  if (!config) return []
  const { account } = ownAccount()
  const owner = config.account === undefined && account && environmentOfAccount(account)
  return [
    ...unusableOptionTexts(name, config, givenOptions()),
    ...(owner ? [`You are signed in to the account of ${owner}. ${name} needs an account of its own.`] : []),
  ]
}

function givenOptions() {
  const given = deployOptionNames.map((option) => [option, app.node.tryGetContext(option)])
  return Object.fromEntries(given.filter(([, value]) => value).map(([option, value]) => [option, String(value)]))
}

async function synthesise(): Promise<void> {
  enforceNagRules(app)
  const bundles = join(app.outdir, 'functions')
  if (names.some((name) => findEnvironment(name))) await bundleFunctions(bundles)
  for (const name of names) addStack(name, bundles)
  if (names.length === 0) addEmptyStack()
  app.synth()
}

/**
 * Adds a stack without resources, which `cdk deploy` skips. Without an environment there is nothing to deploy, but `cdk bootstrap`
 * learns from a stack which account and region it has to prepare.
 */
function addEmptyStack(): void {
  console.error(`No environment is chosen, so there is nothing to deploy. ${choices}`)
  new Stack(app, 'no-environment', { env: { ...ownAccount(), region: edgeRegion } })
}

/** Returns the account of the credentials with which `cdk` was called, if there are any. */
function ownAccount(): { account?: string } {
  const { CDK_DEFAULT_ACCOUNT: account } = process.env
  return account ? { account } : {}
}

function addStack(name: string, bundles: string): void {
  const environment = findEnvironment(name)
  const copied = findCopiedEnvironment(name)
  const served = findEnvironmentOfRoles(name)
  if (served) new RolesStack(app, served)
  if (copied) new CopyStack(app, { ...copied, environment: name, isProtected })
  if (!environment) return
  const config = {
    ...withDeployOptions(environment, givenOptions()),
    account: environment.account ?? ownAccount().account,
  }
  const webBuild = fileURLToPath(new URL('../web/dist', import.meta.url))
  new CarelaneStack(app, {
    environment: name,
    config,
    isProtected,
    release: release(),
    code: (area) => Code.fromAsset(join(bundles, area), { exclude: ['*.map'] }),
    webBuild: existsSync(join(webBuild, 'index.html')) ? webBuild : undefined,
  })
}

/**
 * Returns the release that is checked out, as `git describe` names it: a tag, or the last tag with the number of commits since then
 * and the commit, or the commit alone if there is no tag. Returns undefined outside a git repository.
 */
function release(): string | undefined {
  try {
    return execFileSync('git', ['describe', '--tags', '--always'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}
