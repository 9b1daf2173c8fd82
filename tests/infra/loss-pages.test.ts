import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { synthesise } from './synthesise.ts'

const infra = new URL('../../infra/', import.meta.url)
const readme = readFileSync(new URL('README.md', infra), 'utf8')
const pages = readdirSync(new URL('loss', infra)).map((name): [string, string] => [
  name,
  readFileSync(new URL(`loss/${name}`, infra), 'utf8'),
])

const templates = ['prod', 'prod-copy', 'prod-roles'].map((name) => synthesise(name).template)
/** Names that a person can look up in the stacks: their outputs and parameters. */
const names = templates.flatMap((template) => {
  const { Outputs, Parameters } = template.toJSON()
  return [...Object.keys(Outputs), ...Object.keys(Parameters)]
})
const unknownIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !names.includes(name))

it('commands of the README and of the pages ask for values that the stacks show', () => {
  for (const text of [readme, ...pages.map(([, page]) => page)])
    expect(unknownIn(text, /<(?:the name at the end of )?([A-Z]\w+)>/g)).toEqual([])
})

describe.each(pages)('the page of what is lost, %s,', (_name, page) => {
  it('is read in a minute, and says whether it was tried', () => {
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
    expect(page).toMatch(/None of this has been tried|Tried: /)
  })

  it('names outputs, parameters and keys that there are', () => {
    expect(unknownIn(page, /`((?:[A-Z][a-z]+){2,})`/g)).toEqual([])
    const aliases = templates.flatMap((template) =>
      Object.values(template.findResources('AWS::KMS::Alias')).map(({ Properties }) => Properties.AliasName),
    )
    for (const [alias] of page.matchAll(/alias\/carelane-prod-\w+/g)) expect(aliases).toContain(alias)
  })
})
