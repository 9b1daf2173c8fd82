import { expect, type Page } from '@playwright/test'
import { valuesDatabaseName } from '../../web/lib/device/device-databases.ts'

/** Resolves when the service worker is in charge of the page and has its files. */
export const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })

/** Resolves when My Run can open without a network: the worker is in charge, and the browser has stored the account and the run. */
export async function readyWithoutNetwork(page: Page) {
  await workerReady(page)
  await expect.poll(() => storedKinds(page), { timeout: 30_000 }).toEqual(expect.arrayContaining(['run', 'session']))
  await page.waitForLoadState('networkidle')
}

const storedKinds = (page: Page) =>
  page.evaluate(async (name) => {
    // Opening a database that is not there would create it, without its stores.
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return []
    const requestOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await requestOf(indexedDB.open(name))
    try {
      const keys = await requestOf(database.transaction('values').objectStore('values').getAllKeys())
      return keys.map((key) => (Array.isArray(key) ? String(key[1]) : ''))
    } finally {
      database.close()
    }
  }, valuesDatabaseName)
