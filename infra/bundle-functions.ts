import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type FunctionArea, functionAreas } from './area-needs.ts'
import { builtinModulesPlugin } from './builtin-modules.ts'
import { lambdaCredentialsPlugin } from './lambda-credentials.ts'
import { straightImportsPlugin } from './straight-imports.ts'

const functions = fileURLToPath(new URL('../functions', import.meta.url))

/** Bundles `functions/lambdas/<area>.ts` of every area into `<folder>/<area>/`, as Lambda takes it. The folder is emptied first. */
export async function bundleFunctions(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await Promise.all(functionAreas.map((area) => bundleFunction(area, join(folder, area))))
}

const bundleFunction = (area: FunctionArea, outdir: string) =>
  build({
    entryPoints: { index: join(functions, 'lambdas', `${area}.ts`) },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // What is imported on demand, such as the client of S3, stays out of a cold start.
    splitting: true,
    minify: true,
    // Node's own order takes the CommonJS builds, of which nothing can be left out.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    sourcemap: false,
    plugins: [builtinModulesPlugin, lambdaCredentialsPlugin, straightImportsPlugin],
    logLevel: 'error',
  })
