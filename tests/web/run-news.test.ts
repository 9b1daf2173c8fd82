import { expect, test } from 'vitest'
import { runNewsText } from '../../web/features/runs/run-news.ts'

const packages = (...ids: string[]) => ids.map((id) => ({ id }))

test('says how many packages were added to a run and removed from it', () => {
  expect(runNewsText(packages('a'), packages('a', 'b', 'c', 'd'))).toBe('3 packages were added')
  expect(runNewsText(packages('a', 'b'), packages('a'))).toBe('1 package was taken off')
  expect(runNewsText(packages('a', 'b'), packages('b', 'c'))).toBe('1 package was added, 1 package was taken off')
  expect(runNewsText(packages('a'), packages('a'))).toBe('')
})
