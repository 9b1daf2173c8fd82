import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { trimmedIn } from '../../web/trim-queries.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('no page asks of the library of queries what the build leaves out of it', () => {
  const files = globSync('web/{app,features,lib,ui}/**/*.{ts,tsx}', { cwd: root })
  expect(files.length).toBeGreaterThan(300)
  const asking = files.filter((file) => trimmedIn(file, readFileSync(`${root}/${file}`, 'utf8')).length > 0)
  expect(asking).toEqual([])
})

test.each([
  ['useApiQuery(entry, {}, { select: (row) => row.id })', ['select']],
  ['useQuery({ ...queryOf(entry, {}), placeholderData: [] })', ['placeholderData']],
  ['useInfiniteQuery<A, B>({ queryKey, maxPages: 3 })', ['maxPages']],
  ['new QueryClient({ defaultOptions: { queries: { throwOnError: true } } })', ['throwOnError']],
  ['queryClient.getQueryData(key)', ['getQueryData']],
  ['useApiQuery(entry, {}, { enabled: rows.find(isOpen) !== undefined })', []],
  ['useMutation({ mutationFn: () => send({ scope: 1 }) })', []],
])('%s asks for %j', (source, trimmed) => {
  expect(trimmedIn('page.tsx', source)).toEqual(trimmed)
})
