import { describe, expect, it } from 'vitest'
import { everyRun, everyTest, proof } from '#tests/e2e/sizes.ts'

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
  return everyTest()
    .map(({ name }) => name)
    .filter((name) => project && isRun(project, name))
}
const isTriedMoreInTheProof = (name: string) => name.startsWith('lost-parts.spec.ts')

describe.each(everyRun)('at the size of a $name', ({ name: size, testIgnore }) => {
  it('npm test and the proof have every test between them', () => {
    const all = everyTest().filter(({ name }) => !testIgnore.test(name))
    expect(all.length).toBeGreaterThan(100)
    expect(new Set([...testsOf(everyRun, size), ...testsOf(proof, size)])).toEqual(new Set(all.map(({ name }) => name)))
  })

  it('no test is repeated in the proof that does no more there', () => {
    const again = new Set(testsOf(proof, size))
    expect(testsOf(everyRun, size).filter((name) => again.has(name) && !isTriedMoreInTheProof(name))).toEqual([])
  })
})

it('npm test has every test at one size, and those that look at a screen at both', () => {
  const [atDesk, inHand] = everyRun.map(({ name }) => new Set(testsOf(everyRun, name)))
  const missing = everyTest().filter(({ name }) => !atDesk?.has(name) && !inHand?.has(name))
  expect(missing.map(({ name }) => name)).toEqual([])
  const looks = everyTest().filter(
    ({ name, text }) => text.includes('expectGood(') && !everyRun.some(({ testIgnore }) => testIgnore.test(name)),
  )
  expect(looks.length).toBeGreaterThan(20)
  expect(looks.filter(({ name }) => !atDesk?.has(name) || !inHand?.has(name)).map(({ name }) => name)).toEqual([])
})
