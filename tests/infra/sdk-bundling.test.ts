import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtinModulesPlugin } from '#infra/builtin-modules.ts'
import { lambdaCredentialsPlugin } from '#infra/lambda-credentials.ts'
import { sdkImports, straightImportsPlugin } from '#infra/straight-imports.ts'

/**
 * Two plugins take the SDK's files apart by how they are written. A release that writes them otherwise would still work, and cost
 * each cold start what the plugins spare it, without a word: here is the word.
 */
const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('../..', import.meta.url))
const versionOf = (name: string): string =>
  JSON.parse(readFileSync(`${root}node_modules/${name}/package.json`, 'utf8')).version
const said = `with @aws-sdk/client-dynamodb ${versionOf('@aws-sdk/client-dynamodb')} and @smithy/core ${versionOf('@smithy/core')}`

const clients = [
  ['@aws-sdk/client-dynamodb', '../../functions/data/open-table.ts'],
  ['@aws-sdk/client-s3', '../../functions/files/s3-sdk.ts'],
  ['@aws-sdk/client-ses', '../../functions/mail/ses-sdk.ts'],
  ['@aws-sdk/client-secrets-manager', '../../functions/security/secrets-sdk.ts'],
  ['@aws-sdk/client-kms', '../../functions/security/kms-sdk.ts'],
] as const

const sdkFile = /node_modules\/@(aws-sdk|smithy|aws)\//

async function bundled(entry: string): Promise<{ metafile: Metafile; text: string }> {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: [builtinModulesPlugin, lambdaCredentialsPlugin, straightImportsPlugin],
    absWorkingDir: root,
    logLevel: 'error',
  })
  return { metafile, text: outputFiles.map(({ text }) => text).join('\n') }
}

describe.each(clients)('the bundle of %s', (name, entry) => {
  let files: string[]
  let text: string
  beforeAll(async () => {
    const made = await bundled(entry)
    // Of what is read much is shaken off again: what is left costs a start.
    const left = Object.values(made.metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
    files = left.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 && sdkFile.test(file) ? [file] : []))
    text = made.text
  }, 60_000)

  it('takes the SDK from its ES modules', () => {
    const others = files.filter((file) => !file.includes('/dist-es/') && !file.endsWith('package.json'))
    expect(others, `Where are the ES modules ${said}?`).toEqual([])
  })

  it('finds every import of the SDK’s own packages, as the pattern of straight-imports has it', () => {
    const strange = files.flatMap((file) => {
      const source = readFileSync(`${root}${file}`, 'utf8')
      // Every statement that brings in another package of the SDK, however it is written.
      const all = [...source.matchAll(/^\s*import\b[^;]*?from\s*["']@(?:aws-sdk|smithy)\/[^"']+["']/gm)].length
      return all === sdkImports(source) ? [] : [file]
    })
    expect(strange, `These import in a way that infra/straight-imports.ts does not read, ${said}`).toEqual([])
  })

  it('has nothing that another client needs: what XML takes is loaded with who speaks it', () => {
    const speaksXml = ['@aws-sdk/client-s3', '@aws-sdk/client-ses'].includes(name)
    const xml = files.filter((file) => /\/xml-builder\/|\/Xml\w+\.js$/i.test(file))
    expect(
      xml.length > 0,
      `straight-imports no longer keeps what is imported by an index out of a start, ${said}: ${xml.join(', ')}`,
    ).toBe(speaksXml)
  })

  it('has Node’s own modules by process.getBuiltinModule alone', () => {
    const imports = [...text.matchAll(/^import\b[^;]*?["'](?:node:)?(\w[\w/]*)["']/gm)]
      .map(([, name = '']) => name)
      .filter((name) => require('node:module').builtinModules.includes(name))
    expect(imports, `builtin-modules does not see how these are imported, ${said}`).toEqual([])
    expect(text).toContain('process.getBuiltinModule(')
  })

  it('has a function’s credentials in place of the SDK’s search for them', () => {
    const searched = files.filter((file) => /credential-provider-(ini|process|sso|login|http|web-identity)/.test(file))
    expect(searched, `lambda-credentials does not replace what looks for credentials, ${said}`).toEqual([])
    if (text.includes('loadSharedConfigFiles')) expect(text).not.toContain('.aws/credentials')
  })
})
