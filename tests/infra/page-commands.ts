import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const filesIn = (folder: string, suffix: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .map((name) => `${folder}/${name}`)

const programs = /^(aws|npm|npx|gh|jq|git|node|curl) /
const fence = /^ *```\w*\n(.*?)^ *```/gms

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
  const pages = ['README.md', 'infra/README.md', ...filesIn('infra/loss', '.md'), ...filesIn('infra/night', '.md')]
  return pages.flatMap((page) => {
    const text = read(page)
    const blocks = [...text.matchAll(fence)].map(([, block = '']) => block)
    const inline = [...text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command)
    return [...blocks, ...inline.filter((command) => programs.test(command))].map((script) => ({
      page,
      script: withValues(script),
    }))
  })
}

/** Returns the AWS commands that our commands and alarms print, each as far as its line goes. */
export const printedCommands = (): string[] =>
  filesIn('infra', '.ts')
    .filter((file) => !file.startsWith('infra/simulators/'))
    .flatMap((file) => [...read(file).matchAll(/\baws [a-z0-9]+ [a-z][a-z0-9-]+.*$/gm)].map(([command]) => command))
