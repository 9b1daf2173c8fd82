import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { draftsDatabaseName } from '../../web/lib/forms/drafts.ts'
import { deleteOldDrafts } from '../../web/lib/forms/old-drafts.ts'

const hourMs = 3_600_000

test('drafts of all users are deleted after a day, and younger ones stay', async () => {
  const database = await openDB(draftsDatabaseName, 1, {
    upgrade: (created) => void created.createObjectStore('completions'),
  })
  for (const [owner, hours] of Object.entries({ ada: 25, ben: 24, cay: 23, dan: 0 }))
    await database.put('completions', { owner, keptAt: Date.now() - hours * hourMs }, owner)
  await deleteOldDrafts()
  expect(await database.getAllKeys('completions')).toEqual(['cay', 'dan'])
  database.close()
})

test('a browser without drafts gets no database for them', async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(draftsDatabaseName).onsuccess = resolve
  })
  await deleteOldDrafts()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(draftsDatabaseName)
})
