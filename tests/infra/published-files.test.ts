import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { expect, it } from 'vitest'
import type { EnvironmentConfig } from '#infra/config.ts'
import { noWorkerScript } from '#infra/no-worker.ts'
import cdk from '../../cdk.json' with { type: 'json' }
import { aWebBuildFolder, quietContext, stackOf } from './synthesise.ts'

const webBuild = aWebBuildFolder({
  'index.html': '<!doctype html>',
  'favicon.svg': '<svg/>',
  'sw.js': 'the worker of the build',
  'assets/index-C1a2.js': 'export {}',
  'assets/index-C1a2.js.map': '{}',
  '.vite/manifest.json': '{}',
})

/** Returns the text of each published file whose name `pattern` matches, with the file's path in its deployment. */
function publishedFiles(pattern: RegExp, config: Partial<EnvironmentConfig> = {}) {
  const outdir = mkdtempSync(join(tmpdir(), 'carelane-published-'))
  const app = new App({ outdir, context: { ...cdk.context, ...quietContext }, builtinCloudFormationValidation: false })
  stackOf(app, 'dev', { webBuild, config })
  app.synth()
  const staged = readdirSync(outdir, { recursive: true, encoding: 'utf8' })
  const published = staged
    .filter((path) => pattern.test(basename(path)) && path.startsWith('asset.'))
    .map((path) => [path.replace(/^asset\.\w+\//, ''), readFileSync(join(outdir, path), 'utf8')] as const)
  rmSync(outdir, { recursive: true })
  return published.sort()
}

it('the web files are published, but not the build’s internal ones', () => {
  const files = publishedFiles(/index-|index\.html|favicon|manifest\.json|^sw\.js$/)
  expect(files.map(([name]) => name)).toEqual(['favicon.svg', 'index-C1a2.js', 'index.html', 'sw.js'])
  expect(files.at(-1)?.[1]).toBe('the worker of the build')
})

it('an environment that needs no service worker gets one that removes itself', { tags: ['proof'] }, () => {
  expect(publishedFiles(/^sw\.js$/, { worksOffline: false })).toEqual([['sw.js', noWorkerScript]])
})
