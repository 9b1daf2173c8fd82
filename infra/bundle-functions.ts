import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type FunctionArea, functionAreas } from './area-needs.ts'
import { builtinModulesPlugin } from './builtin-modules.ts'

const functions = fileURLToPath(new URL('../functions', import.meta.url))
const functionCredentials = fileURLToPath(new URL('function-credentials.ts', import.meta.url))

/**
 * Bundles `functions/lambdas/<area>.ts` of each area into `<folder>/<area>/`, in the form that Lambda expects. The folder is
 * emptied first.
 */
export async function bundleFunctions(folder: string, areas: readonly FunctionArea[] = functionAreas): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await Promise.all(areas.map((area) => bundleHandler(join(functions, 'lambdas', `${area}.ts`), join(folder, area))))
}

/** Bundles one file with a handler into a folder. */
export const bundleHandler = (file: string, outdir: string) =>
  build({
    entryPoints: { index: file },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Modules that are imported on demand, such as the S3 client, are not loaded in a cold start.
    splitting: true,
    minify: true,
    // Prefer the ES module build of a package. esbuild's default order for Node prefers the CommonJS build, which cannot be
    // tree-shaken.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    // Source maps are not deployed, and the bundles do not refer to them, so a cold start never reads one.
    sourcemap: 'external',
    alias: { '@aws-sdk/credential-provider-node': functionCredentials },
    plugins: [builtinModulesPlugin],
    logLevel: 'error',
  })
