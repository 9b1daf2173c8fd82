import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const biome = join(root, 'node_modules/.bin/biome')

type Import = readonly [file: string, from: string]

const forbidden: readonly Import[] = [
  ['shared/rules/a.ts', '#functions/data/keys.ts'],
  ['shared/rules/b.ts', '../../functions/data/keys.ts'],
  ['functions/deliveries/a.ts', '../users/list-users.ts'],
  ['functions/deliveries/b.ts', '#functions/users/list-users.ts'],
  ['functions/http/a.ts', '../auth/me.ts'],
  ['functions/deliveries/e.ts', '../workers/take-deliveries-back.ts'],
  ['functions/workers/b.ts', '#infra/local/cloud.ts'],
  ['functions/data/a.ts', '#infra/local/cloud.ts'],
  ['functions/files/a.ts', '@carelane/simulators/s3'],
  ['web/features/deliveries/list/a.tsx', '../../patients/patient-search.ts'],
  ['web/features/users/a.tsx', '../../app/routes.tsx'],
  ['web/features/users/b.tsx', '#functions/users/list-users.ts'],
  ['web/features/users/c.tsx', '../../../functions/users/list-users.ts'],
  ['web/lib/a.ts', '../features/users/users-screen.tsx'],
  ['web/ui/a.tsx', '../app/routes.tsx'],
  ['infra/a.ts', './local/cloud.ts'],
  ['infra/constructs/a.ts', '#infra/local/cloud.ts'],
  ['infra/operator/a.ts', '../local/demo/people.ts'],
  ['infra/b.ts', '@carelane/simulators/s3'],
  ['infra/constructs/b.ts', '../simulators/s3/start-s3.ts'],
  ['infra/local/d.ts', '#infra/simulators/s3/start-s3.ts'],
  ['infra/local/e.ts', '../simulators/s3/start-s3.ts'],
  ['tests/local/b.ts', '#infra/simulators/s3/start-s3.ts'],
  ['infra/local/a.ts', '#tests/support/clock.ts'],
  ['infra/simulators/s3/a.ts', '#functions/data/keys.ts'],
  ['infra/simulators/s3/b.ts', '#infra/local/cloud.ts'],
  ['infra/simulators/s3/c.ts', '../../local/cloud.ts'],
  ['infra/simulators/s3/d.ts', '../../config.ts'],
  ['infra/simulators/e.ts', '#shared/api/areas.ts'],
  ['infra/simulators/s3/f.ts', '#tests/support/clock.ts'],
]

const allowed: readonly Import[] = [
  ['functions/deliveries/c.ts', '../data/table.ts'],
  ['functions/deliveries/d.ts', '#shared/model/delivery.ts'],
  ['functions/workers/a.ts', '../deliveries/change-delivery.ts'],
  ['web/features/deliveries/list/b.tsx', '../../../ui/button.tsx'],
  ['web/features/deliveries/list/c.tsx', '../detail/facts.tsx'],
  ['web/app/a.tsx', '../features/users/users-screen.tsx'],
  ['infra/local/b.ts', '#functions/workers/index.ts'],
  ['infra/operator/local-product.ts', '../local/demo/people.ts'],
  ['infra/local/c.ts', '@carelane/simulators/s3'],
  ['infra/simulators/s3/g.ts', '../loopback-server.ts'],
  ['infra/simulators/s3/h.ts', './s3-error.ts'],
  ['tests/local/a.ts', '#infra/local/cloud.ts'],
  ['infra/simulators/tests/a.ts', '../s3/start-s3.ts'],
  ['tests/local/c.ts', '@carelane/simulators/s3'],
]

/** The files whose import the linter refuses, with the project's own configuration. */
async function refusedOf(imports: readonly Import[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-rooms-'))
  try {
    for (const name of ['biome.json', '.gitignore']) await copyFile(join(root, name), join(folder, name))
    for (const [file, from] of imports) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), `import { part } from '${from}'\n\nexport const parts = [part]\n`)
    }
    const options = ['lint', '--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none', folder]
    const said = await new Promise<string>((resolve) => {
      execFile(biome, options, { cwd: folder }, (_, stdout) => resolve(stdout))
    })
    return imports.flatMap(([file]) => (said.includes(`${file},`) ? [file] : []))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the linter refuses every import that the rooms do not allow, and no other', async () => {
  expect(await refusedOf([...forbidden, ...allowed])).toEqual(forbidden.map(([file]) => file))
})
