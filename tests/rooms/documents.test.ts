import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = globSync(['*.md', '{functions,infra,shared,tests,web}/**/*.md'], { cwd: root })
const textOf = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

/** Returns the anchors of a document's headings as GitHub makes them. */
const anchorsOf = (file: string) =>
  [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

describe.each(documents)('%s', (file) => {
  it('has no broken links', () => {
    const links = [...textOf(file).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(([, link, source]) => link ?? source)
    const broken = links
      .filter((link) => link !== undefined && !/^https?:/.test(link))
      .filter((link = '') => {
        const [path = '', anchor] = link.split('#')
        const target = path ? posix.join(posix.dirname(file), path) : file
        return !existsSync(`${root}/${target}`) || (anchor && !anchorsOf(target).includes(anchor))
      })
    expect(broken).toEqual([])
  })
})

describe('CONTRIBUTING.md', () => {
  it('names existing files and folders', () => {
    const named = [...textOf('CONTRIBUTING.md').matchAll(/\b(?:shared|functions|web|infra|tests)\/[\w./-]+/g)]
    const paths = named.map(([path]) => path.replace(/\.$/, ''))
    expect(paths.filter((path) => !existsSync(`${root}/${path}`) && !path.includes('<'))).toEqual([])
  })
})

const decisions = documents.filter((file) => file.includes('/decisions/'))

describe.each(decisions)('%s', (file) => {
  it('has its date, its code and the three parts', () => {
    const [, , place = '', ...parts] = textOf(file).split('\n')
    expect(place).toMatch(/^\d{4}-\d{2}-\d{2} · `/)
    const paths = [...place.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(paths.filter((path) => !existsSync(`${root}/${path}`))).toEqual([])
    expect(parts.join('\n').match(/^\*\*\w+\.\*\* /gm)).toEqual(['**Decided.** ', '**Why.** ', '**Costs.** '])
  })
})
