import { describe, expect, it } from 'vitest'
import { doesMore, everyRun, everyTest, proof } from '#tests/e2e/sizes.ts'

interface Project {
  name: string
  testIgnore: RegExp
  grep?: RegExp[]
  grepInvert?: RegExp[]
}

/** As Playwright decides. */
const isRun = ({ testIgnore, grep, grepInvert = [] }: Project, name: string) =>
  !testIgnore.test(name) &&
  (!grep || grep.some((pattern) => pattern.test(name))) &&
  !grepInvert.some((pattern) => pattern.test(name))

/** The tests of a size in a run. */
const testsOf = (projects: readonly Project[], size: string) => {
  const project = projects.find(({ name }) => name === size)
  return everyTest().filter(({ name }) => project && isRun(project, name))
}
const namesOf = (tests: readonly { name: string }[]) => tests.map(({ name }) => name)

describe.each(everyRun)('at the size of a $name', ({ name: size, testIgnore }) => {
  it('npm test and the proof have every test between them', () => {
    const all = everyTest().filter(({ name }) => !testIgnore.test(name))
    expect(all.length).toBeGreaterThan(100)
    expect(new Set(namesOf([...testsOf(everyRun, size), ...testsOf(proof, size)]))).toEqual(new Set(namesOf(all)))
  })

  it('what the proof repeats does more there, and whatever does more is in it', () => {
    const again = new Set(namesOf(testsOf(proof, size)))
    const repeated = testsOf(everyRun, size).filter(({ name }) => again.has(name))
    const more = everyTest().filter((test) => !testIgnore.test(test.name) && doesMore(test))
    expect(repeated.filter((test) => !doesMore(test))).toEqual([])
    expect(namesOf(more).filter((name) => !again.has(name))).toEqual([])
  })
})

it('npm test has every test that is not tagged for the proof at one size, and what everybody sees at both', () => {
  const [atDesk, inHand] = everyRun.map(({ name }) => new Set(namesOf(testsOf(everyRun, name))))
  const all = namesOf(everyTest().filter(({ name }) => !name.endsWith(' @proof')))
  expect(all.filter((name) => !atDesk?.has(name) && !inHand?.has(name))).toEqual([])
  const looks = all.filter((name) => /^look\.spec\.ts (pages without|what stands)/.test(name))
  expect(looks.length).toBeGreaterThan(1)
  expect(looks.filter((name) => !atDesk?.has(name) || !inHand?.has(name))).toEqual([])
})
