/**
 * Installs the packages of package-lock.json unless node_modules already contains them. This runs before anything is installed, so
 * it imports no package and needs only Node 20 and npm.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.carelane-setup')
const requiredNode = 24

const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
const stamp = createHash('sha256').update(lock).digest('hex')

if (readIfThere(stampFile) !== stamp) {
  if (!isInstalled()) install()
  writeFileSync(stampFile, stamp)
}
if (majorOf(process.version) < requiredNode) checkNode()

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * Returns whether node_modules contains exactly what package-lock.json names, according to npm's own record in node_modules;
 * optional packages may be missing. An installation made by hand is thus not repeated.
 */
function isInstalled() {
  const noted = readIfThere(join(modules, '.package-lock.json'))
  if (noted === undefined) return false
  /** @type {Record<string, { version?: string }>} */
  const present = JSON.parse(noted).packages
  /** @type {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} */
  const locked = JSON.parse(lock).packages
  const isMet = Object.entries(locked).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional || devOptional),
  )
  return isMet && Object.keys(present).every((path) => path in locked)
}

function install() {
  console.log('Carelane: installing packages (npm ci). This runs once, and again whenever package-lock.json changes.')
  // `npm ci` deletes node_modules, but Windows does not delete a running program, and this script may be running in the Node of
  // node_modules.
  const runsFromModules = process.execPath.startsWith(modules + sep)
  const command = process.platform === 'win32' && runsFromModules ? 'install' : 'ci'
  const { status, error } = runNpm(command)
  if (status !== 0) fail(`npm ${command} failed${error ? ` (${error.message})` : ''}. See its message above.`)
}

/** @param {string} command */
function runNpm(command) {
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: 'inherit' }
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  if (node && npm?.endsWith('npm-cli.js')) return spawnSync(node, [npm, command], options)
  return process.platform === 'win32'
    ? spawnSync(`npm ${command}`, { ...options, shell: true })
    : spawnSync('npm', [command], options)
}

/**
 * Ends the process with an error unless the Node in node_modules works, because npm scripts find that one first. The Node that runs
 * this script may be older.
 */
function checkNode() {
  const binary = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const found = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  if (found.status === 0 && majorOf(found.stdout) >= requiredNode) return
  fail(
    `Carelane runs on Node ${requiredNode}, which is installed with its packages, but ${
      found.status === 0 ? `the installed one is ${found.stdout.trim()}` : `node_modules/node does not start`
    }, and this is ${process.version}. npm may be set to ignore install scripts. Allow them, delete node_modules and start again, or install Node ${requiredNode}.`,
  )
}

/** @param {string} version */
function majorOf(version) {
  return Number(version.replace(/^v/, '').split('.')[0])
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}
