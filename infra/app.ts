import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { bundleFunctions } from './bundle-functions.ts'
import { environmentNames, findEnvironment } from './config.ts'
import { holdToRules } from './rules.ts'
import { CarelaneStack } from './stack.ts'

const app = new App({ context: recommendedFlags })
const environment = String(app.node.tryGetContext('env') ?? 'dev')
const config = findEnvironment(environment)

if (config) {
  const webBuild = fileURLToPath(new URL('../web/dist', import.meta.url))
  const bundles = join(app.outdir, 'functions')
  await bundleFunctions(bundles)
  holdToRules(app)
  new CarelaneStack(app, {
    environment,
    config,
    code: (area) => Code.fromAsset(join(bundles, area)),
    webBuild: existsSync(join(webBuild, 'index.html')) ? webBuild : undefined,
  })
  app.synth()
} else {
  console.error(`There is no environment "${environment}". Choose one: -c env=${environmentNames.join(', -c env=')}`)
  process.exitCode = 1
}
