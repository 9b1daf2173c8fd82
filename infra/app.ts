import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { bundleFunctions } from './bundle-functions.ts'
import { deployableNames, findCopiedEnvironment, findEnvironment, findEnvironmentOfRoles } from './config.ts'
import { CopyStack } from './copy-stack.ts'
import { RolesStack } from './roles-stack.ts'
import { enforceNagRules } from './rules.ts'
import { CarelaneStack } from './stack.ts'

const app = new App()
/**
 * The names in `-c env=…`, separated by commas: environments, their second regions or the roles of their pipelines. All stacks form
 * one assembly and share its files.
 */
const names = String(app.node.tryGetContext('env') ?? '').split(',')
/**
 * False with `-c protected=false`: a first deploy then creates the resources without protection, and the next deploy protects them.
 */
const isProtected = app.node.tryGetContext('protected') !== 'false'
const unknown = names.find((name) => !deployableNames.includes(name))

if (unknown === undefined) await synthesise()
else {
  const problem = unknown ? `There is no environment "${unknown}".` : 'No environment given.'
  console.error(`${problem} Choose one: -c env=${deployableNames.join(', -c env=')}`)
  process.exitCode = 1
}

async function synthesise(): Promise<void> {
  enforceNagRules(app)
  const bundles = join(app.outdir, 'functions')
  if (names.some((name) => findEnvironment(name))) await bundleFunctions(bundles)
  for (const name of names) addStack(name, bundles)
  app.synth()
}

function addStack(name: string, bundles: string): void {
  const environment = findEnvironment(name)
  const copied = findCopiedEnvironment(name)
  const served = findEnvironmentOfRoles(name)
  if (served) new RolesStack(app, served)
  if (copied) new CopyStack(app, { ...copied, environment: name, isProtected })
  if (!environment) return
  const webBuild = fileURLToPath(new URL('../web/dist', import.meta.url))
  new CarelaneStack(app, {
    environment: name,
    config: environment,
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
