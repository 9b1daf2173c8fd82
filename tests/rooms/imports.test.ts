import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderOrderProblems, folderOrders, forbiddenLaterFolders, roomRulesText } from './room-rules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const biome = join(root, 'node_modules/.bin/biome')

type Import = readonly [file: string, from: string]

const forbidden: readonly Import[] = [
  ['shared/rules/a.ts', '#functions/data/table-keys.ts'],
  ['shared/rules/b.ts', '../../functions/data/table-keys.ts'],
  ['shared/api/c.ts', '../api-docs/find-call-docs.ts'],
  ['functions/lambdas/c.ts', '#shared/api-docs/find-call-docs.ts'],
  ['web/app/d.tsx', '#shared/api-docs/find-call-docs.ts'],
  ['functions/lambdas/b.ts', '#infra/local/local-aws.ts'],
  ['functions/data/a.ts', '#infra/local/local-aws.ts'],
  ['functions/files/a.ts', '@carelane/simulators/s3'],
  ['web/features/people/a.tsx', '../../app/routes.tsx'],
  ['web/features/people/b.tsx', '#functions/people/list-users.ts'],
  ['web/features/people/c.tsx', '../../../functions/people/list-users.ts'],
  ['web/lib/a.ts', '../features/people/users-screen.tsx'],
  ['web/ui/a.tsx', '../app/routes.tsx'],
  ['infra/a.ts', './local/local-aws.ts'],
  ['infra/constructs/a.ts', '#infra/local/local-aws.ts'],
  ['infra/operator/a.ts', '../local/demo/people.ts'],
  ['infra/b.ts', '@carelane/simulators/s3'],
  ['infra/constructs/b.ts', '../simulators/s3/start-s3.ts'],
  ['infra/local/d.ts', '#infra/simulators/s3/start-s3.ts'],
  ['infra/local/e.ts', '../simulators/s3/start-s3.ts'],
  ['tests/local/b.ts', '#infra/simulators/s3/start-s3.ts'],
  ['infra/local/a.ts', '#tests/support/clock.ts'],
  ['infra/simulators/s3/a.ts', '#functions/data/table-keys.ts'],
  ['infra/simulators/s3/b.ts', '#infra/local/local-aws.ts'],
  ['infra/simulators/s3/c.ts', '../../local/local-aws.ts'],
  ['infra/simulators/s3/d.ts', '../../config.ts'],
  ['infra/simulators/e.ts', '#shared/api/areas.ts'],
  ['infra/simulators/s3/f.ts', '#tests/support/clock.ts'],
]

const allowed: readonly Import[] = [
  ['functions/deliveries/d.ts', '#shared/model/delivery.ts'],
  ['web/features/deliveries/list/b.tsx', '../../../ui/button.tsx'],
  ['web/features/deliveries/list/c.tsx', '../detail/fact-list.tsx'],
  ['web/app/a.tsx', '../features/people/users-screen.tsx'],
  ['infra/local/b.ts', '#functions/lambdas/workers.ts'],
  ['infra/operator/local-product.ts', '../local/demo/people.ts'],
  ['infra/local/c.ts', '@carelane/simulators/s3'],
  ['infra/simulators/s3/g.ts', '../loopback-server.ts'],
  ['infra/simulators/s3/h.ts', './s3-error.ts'],
  ['tests/local/a.ts', '#infra/local/local-aws.ts'],
  ['infra/simulators/tests/a.ts', '../s3/start-s3.ts'],
  ['tests/local/c.ts', '@carelane/simulators/s3'],
]

/**
 * For every two folders of a room, the imports of one by the other: in a file at the folder's root, in a file of a subfolder, and
 * in `functions` also by the alias.
 */
const pairs = Object.entries(folderOrders).flatMap(([room, order]) =>
  order.flatMap((from) =>
    order
      .filter((to) => to !== from)
      .map((to) => ({
        isLater: forbiddenLaterFolders(order, from).includes(to),
        imports: [
          [`${room}/${from}/from-${from}-to-${to}.ts`, `../${to}/any.ts`],
          [`${room}/${from}/inside/from-${from}-to-${to}.ts`, `../../${to}/inside/any.ts`],
          ...(room === 'functions' ? [[`${room}/${from}/alias-to-${to}.ts`, `#functions/${to}/any.ts`] as const] : []),
        ] as const satisfies readonly Import[],
      })),
  ),
)

/** Returns the files whose imports the linter refuses with the project's own configuration. */
async function refusedOf(imports: readonly Import[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-rooms-'))
  try {
    for (const name of ['biome.json', 'biome.rooms.json', '.gitignore'])
      await copyFile(join(root, name), join(folder, name))
    for (const [file, from] of imports) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), `import { part } from '${from}'\n\nexport const parts = [part]\n`)
    }
    const options = ['lint', '--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none', folder]
    const output = await new Promise<string>((resolve) => {
      execFile(biome, options, { cwd: folder }, (_, stdout) => resolve(stdout))
    })
    return imports.flatMap(([file]) => (output.includes(`${file},`) ? [file] : []))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the linter rejects every import that the rooms do not allow, and no other', async () => {
  expect(await refusedOf([...forbidden, ...allowed])).toEqual(forbidden.map(([file]) => file))
})

test('a folder may import only folders before it in its room', { tags: ['proof'] }, async () => {
  const refused = await refusedOf(pairs.flatMap(({ imports }) => imports))
  expect(refused).toEqual(pairs.flatMap(({ isLater, imports }) => (isLater ? imports.map(([file]) => file) : [])))
})

test('the linter’s rules match the import order', async () => {
  expect(await readFile(join(root, 'biome.rooms.json'), 'utf8')).toBe(roomRulesText())
})

test('a new folder is rejected until it has a place in the order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-orders-'))
  try {
    for (const [room, order] of Object.entries(folderOrders))
      for (const name of order) await mkdir(join(folder, room, name), { recursive: true })
    expect(await folderOrderProblems(folder)).toEqual([])
    await mkdir(join(folder, 'web/features/made-up'))
    await rm(join(folder, 'functions/search'), { recursive: true })
    expect(await folderOrderProblems(folder)).toEqual([
      'web/features/made-up has no place in the order.',
      'functions/search is no folder.',
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
