import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type FunctionArea, functionAreas } from './area-needs.ts'
import { builtinModulesPlugin } from './builtin-modules.ts'

const functions = fileURLToPath(new URL('../functions', import.meta.url))
const functionCredentials = fileURLToPath(new URL('function-credentials.ts', import.meta.url))

/** Bundles `functions/lambdas/<area>.ts` of each area into `<folder>/<area>/`, as Lambda takes it. The folder is emptied first. */
export async function bundleFunctions(folder: string, areas: readonly FunctionArea[] = functionAreas): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await Promise.all(areas.map((area) => bundleFunction(area, join(folder, area))))
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
    // A function is deployed without its maps, and its files do not name them, so that a cold start reads none.
    sourcemap: 'external',
    alias: { '@aws-sdk/credential-provider-node': functionCredentials },
    plugins: [builtinModulesPlugin],
    logLevel: 'error',
  })
