import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { draftsDatabaseName } from '../../web/lib/device/device-databases.ts'
import { forgetOutdated } from '../../web/lib/device/forget-outdated.ts'

const hourMs = 3_600_000

test('drafts of all users are deleted after twelve hours, and younger ones stay', async () => {
  const database = await openDB(draftsDatabaseName, 1, {
    upgrade: (created) => void created.createObjectStore('completions'),
  })
  for (const [owner, hours] of Object.entries({ ada: 13, ben: 12, cay: 11, dan: 0 }))
    await database.put('completions', { owner, keptAt: Date.now() - hours * hourMs }, owner)
  await forgetOutdated()
  expect(await database.getAllKeys('completions')).toEqual(['cay', 'dan'])
  database.close()
})

test('a browser that keeps nothing gets no database', async () => {
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name).onsuccess = resolve
    })
  await forgetOutdated()
  expect(await indexedDB.databases()).toEqual([])
})
