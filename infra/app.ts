import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { bundleFunctions } from './bundle-functions.ts'
import { deployableNames, findCopied, findEnvironment, findServed } from './config.ts'
import { CopyStack } from './copy-stack.ts'
import { RolesStack } from './roles-stack.ts'
import { holdToRules } from './rules.ts'
import { CarelaneStack } from './stack.ts'

const app = new App()
const name = String(app.node.tryGetContext('env') ?? '')
/** Off in the first pass of a first deploy alone. */
const isProtected = app.node.tryGetContext('protected') !== 'false'

if (await synthesise()) app.synth()
else {
  const problem = name ? `There is no environment "${name}".` : 'Which environment?'
  console.error(`${problem} Choose one: -c env=${deployableNames.join(', -c env=')}`)
  process.exitCode = 1
}

async function synthesise(): Promise<boolean> {
  const environment = findEnvironment(name)
  const copied = findCopied(name)
  const served = findServed(name)
  if (!environment && !copied && !served) return false
  holdToRules(app)
  if (served) new RolesStack(app, served)
  if (copied) new CopyStack(app, { ...copied, environment: name, isProtected })
  if (environment) {
    const webBuild = fileURLToPath(new URL('../web/dist', import.meta.url))
    const bundles = join(app.outdir, 'functions')
    await bundleFunctions(bundles)
    new CarelaneStack(app, {
      environment: name,
      config: environment,
      isProtected,
      release: release(),
      code: (area) => Code.fromAsset(join(bundles, area), { exclude: ['*.map'] }),
      webBuild: existsSync(join(webBuild, 'index.html')) ? webBuild : undefined,
    })
  }
  return true
}

/** The tag, or how many commits after which one; undefined outside of git. */
function release(): string | undefined {
  try {
    return execFileSync('git', ['describe', '--tags', '--always'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}
