import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const filesIn = (folder: string, suffix: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .map((name) => `${folder}/${name}`)

const programs = /^(aws|npm|npx|gh|jq|git|node|curl) /
const fence = /^ *```(\w*)\n(.*?)^ *```/gms

/** A script that a page asks the operator to run. The placeholders have values. */
interface PageScript {
  page: string
  script: string
}

/** The values of placeholders that cannot be any word. */
const values: Readonly<Record<string, string>> = {
  account: '111122223333',
  region: 'us-east-1',
  day: '2026-11-21',
  time: '2026-11-21T08:00:00Z',
  address: 'ops@pharmacy.test',
  domain: 'app.pharmacy.test',
}

/** Replaces each placeholder, such as `<account>` or `…`, by a word. */
const withValues = (text: string) =>
  text.replace(/<([^<>\n]+)>/g, (_, name: string) => values[name] ?? 'example').replaceAll('…', 'example')

/** Returns the scripts of the pages that an operator reads: each block of commands, and each command in the text. */
export function pageScripts(): PageScript[] {
  const developers = ['CONTRIBUTING.md', 'functions/data/README.md', 'infra/simulators/README.md']
  const pages = [
    'README.md',
    ...developers,
    'infra/README.md',
    ...filesIn('infra/loss', '.md'),
    ...filesIn('infra/night', '.md'),
  ]
  return pages.flatMap((page) => {
    const text = read(page)
    // A block with a language is a diagram or a program.
    const blocks = [...text.matchAll(fence)].flatMap(([, language, block = '']) => (language ? [] : [block]))
    const inline = [...text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command)
    return [...blocks, ...inline.filter((command) => programs.test(command))].map((script) => ({
      page,
      script: withValues(script),
    }))
  })
}

/** The values of expressions and placeholders in commands that our programs print. All others are left out. */
const printedValues: Readonly<Record<string, string>> = {
  '${name}': 'prod',
  '${environment}': 'prod',
  '${stackName}': 'carelane-prod',
  '${copyDeploymentName(name)}': 'prod-copy',
  '${account}': '111122223333',
  '${region}': 'us-east-1',
  '${value}': 'none',
  '{environment}': 'prod',
  '{name}': 'RateLimit',
  '{value}': '500',
}

/** Returns the commands that our programs and alarms print: AWS commands as far as the line goes, and our own and the CDK's. */
export const printedCommands = (): string[] =>
  filesIn('infra', '.ts')
    .filter((file) => !/^infra\/(simulators|local)\//.test(file))
    .flatMap((file) => [
      ...read(file).matchAll(/\b(?:aws [a-z0-9]+ [a-z][a-z0-9-]+.*|(?:npx cdk|npm run) [a-z-]+[^`'"\n]*)/gm),
    ])
    .map(([command]) =>
      command.startsWith('aws ')
        ? command
        : command.replace(/\$?\{[^{}]*\}/g, (expression) => printedValues[expression] ?? '').trimEnd(),
    )
