import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { expect, it } from 'vitest'
import cdk from '../../cdk.json' with { type: 'json' }
import { aWebBuildFolder, quietContext, stackOf } from './synthesise.ts'

const webBuild = aWebBuildFolder({
  'index.html': '<!doctype html>',
  'favicon.svg': '<svg/>',
  'assets/index-C1a2.js': 'export {}',
  'assets/index-C1a2.js.map': '{}',
  '.vite/manifest.json': '{}',
})

it('the web files are published, but not the build’s internal ones', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'carelane-published-'))
  const app = new App({ outdir, context: { ...cdk.context, ...quietContext }, builtinCloudFormationValidation: false })
  stackOf(app, 'dev', { webBuild })
  app.synth()
  const staged = readdirSync(outdir, { recursive: true, encoding: 'utf8' })
  rmSync(outdir, { recursive: true })
  const published = staged.flatMap(
    (path) => /^asset\.\w+\/(.*(?:index-|index\.html|favicon|manifest).*)$/.exec(path)?.[1] ?? [],
  )
  expect(published.sort()).toEqual(['favicon.svg', 'index-C1a2.js', 'index.html'])
})
