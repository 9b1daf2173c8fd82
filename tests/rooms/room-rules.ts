import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The folders of `web/features` and of `functions` in order. A folder may import the folders before it, but none after it. `npm run
 * check` fails for a folder that is in no list, and for a name without a folder.
 */
export const folderOrders = {
  'web/features': [
    'accessibility',
    'reference',
    'exports',
    'imports',
    'patients',
    'photo',
    'deliveries',
    'proof',
    'door',
    'runs',
    'dashboard',
    'people',
    'account',
    'sign-up',
    'organisation',
    'integrations',
    'search',
    'activity',
    'audit',
    'record',
  ],
  functions: [
    'failures',
    'data',
    'files',
    'security',
    'aws',
    'http',
    'mail',
    'events',
    'patients',
    'deliveries',
    'proof',
    'runs',
    'recipients',
    'search',
    'imports',
    'people',
    'accounts',
    'organisations',
    'exports',
    'integrations',
    'migrations',
    'lambdas',
  ],
} as const

/** Folders that contain only documents, and so have no place in the order. */
const texts = ['decisions']

interface Room {
  includes: readonly string[]
  refuses: readonly string[]
  message: string
}

/** Modules that only the OpenAPI document uses, not pages or functions. */
const documentation = '#shared/api-docs/**'

const outsideFunctions = [
  documentation,
  '#infra/**',
  '@carelane/**',
  '#tests/**',
  '**/infra/**',
  '**/tests/**',
  '**/web/**',
  'react*',
]

const outsideWeb = [
  documentation,
  '#functions/**',
  '#infra/**',
  '@carelane/**',
  '#tests/**',
  'node:*',
  '**/functions/**',
  '**/infra/**',
  '**/tests/**',
]

const within = (folders: readonly string[]) => folders.map((folder) => `**/${folder}/**`)

/** Returns the folders of the same order that `folder` may not import. */
export const forbiddenLaterFolders = (order: readonly string[], folder: string): string[] =>
  order.slice(order.indexOf(folder) + 1)

const functionRooms = (): Room[] =>
  folderOrders.functions.map((folder) => ({
    includes: [`functions/${folder}/**`],
    refuses: [...outsideFunctions, ...within(forbiddenLaterFolders(folderOrders.functions, folder))],
    message: `functions/${folder} knows shared but its api-docs, and the folders before it in tests/rooms/room-rules.ts, never infra, web or tests.`,
  }))

const featureRooms = (): Room[] =>
  folderOrders['web/features'].map((folder) => ({
    includes: [`web/features/${folder}/**`],
    refuses: [...outsideWeb, '**/app/**', ...within(forbiddenLaterFolders(folderOrders['web/features'], folder))],
    message: `features/${folder} knows shared but its api-docs, web/lib, web/ui and the features before it in tests/rooms/room-rules.ts; web/app composes features.`,
  }))

const outsideShared = [
  ...['#functions/**', '#infra/**', '@carelane/**', '#tests/**'],
  ...['**/functions/**', '**/infra/**', '**/tests/**', '**/web/**', 'node:*', '@aws-*/**', 'react*'],
]

const rooms = (): Room[] => [
  {
    includes: ['shared/**'],
    refuses: outsideShared,
    message: 'shared stands under every other room: it imports zod and itself.',
  },
  {
    includes: ['shared/**', '!shared/api-docs/**'],
    refuses: [...outsideShared, '**/api-docs/**'],
    message: 'shared/api-docs stands above the rest of shared.',
  },
  ...functionRooms(),
  {
    includes: ['web/**', '!web/build/**', '!web/features/**', '!web/lib/**', '!web/ui/**'],
    refuses: outsideWeb,
    message: 'web knows shared but its api-docs, and itself.',
  },
  {
    includes: ['web/lib/**', 'web/ui/**'],
    refuses: [...outsideWeb, '**/app/**', '**/features/**'],
    message: 'lib and ui stand under features and app.',
  },
  ...featureRooms(),
]

const overrideOf = ({ includes, refuses, message }: Room) => ({
  includes,
  linter: {
    rules: {
      style: {
        noRestrictedImports: { level: 'error', options: { patterns: [{ group: refuses, message }] } },
      },
    },
  },
})

/** Returns the text of `biome.rooms.json`, which biome.json includes. */
export const roomRulesText = () => `${JSON.stringify({ overrides: rooms().map(overrideOf) }, null, 2)}\n`

/**
 * Returns one sentence for each folder of these rooms below `root` that is missing from `folderOrders`, and for each name there
 * that has no folder. Folders of documents need no place.
 */
export async function folderOrderProblems(root: string): Promise<string[]> {
  const problems = await Promise.all(
    Object.entries(folderOrders).map(async ([room, order]) => {
      const entries = await readdir(join(root, room), { withFileTypes: true })
      const folders = entries.flatMap((entry) =>
        entry.isDirectory() && !texts.includes(entry.name) ? [entry.name] : [],
      )
      const ordered: readonly string[] = order
      return [
        ...folders
          .filter((name) => !ordered.includes(name))
          .map((name) => `${room}/${name} has no place in the order.`),
        ...ordered.filter((name) => !folders.includes(name)).map((name) => `${room}/${name} is no folder.`),
      ]
    }),
  )
  return problems.flat()
}
