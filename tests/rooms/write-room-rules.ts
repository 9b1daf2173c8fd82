import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderOrderProblems, roomRulesText } from './room-rules.ts'

/**
 * This script writes `biome.rooms.json`. With `--check` it only compares the file with what it would write. In both cases it fails
 * if the order of folders lacks a folder or names one that does not exist.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const file = join(root, 'biome.rooms.json')

const problems = await folderOrderProblems(root)
if (!process.argv.includes('--check')) await writeFile(file, roomRulesText())
else if ((await readFile(file, 'utf8')) !== roomRulesText())
  problems.push('biome.rooms.json is old: run `npm run rooms`.')

for (const problem of problems) console.error(`tests/rooms/room-rules.ts: ${problem}`)
if (problems.length > 0) process.exitCode = 1
