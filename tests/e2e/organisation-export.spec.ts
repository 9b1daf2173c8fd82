import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { readZip } from '../support/read-zip.ts'
import { confirmOwnerByMail, logIn, signUp } from './account-steps.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { addressHere } from './new-names.ts'
import { test } from './watched-test.ts'

test('an administrator exports all data, finds the export after a reload, and downloads it', { tag: '@proof' }, async ({
  page,
  request,
}) => {
  const [email, password] = [addressHere('export.owner', 'lighthouse.example'), 'Sturdy-Bridge-77']
  await signUp(request, email)
  await confirmOwnerByMail(request, email, password)
  await logIn(page, email, password)
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  await page.goto('/admin/tenant')
  const begin = page.getByRole('button', { name: 'Export all data' })
  await begin.click()
  const rows = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expect(rows.getByText('Ready', { exact: true })).toBeVisible()
  await expectGoodScreen(page, 'Export all data')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rows.getByRole('button', { name: /^Download/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^carelane-\d{4}-\d\d-\d\d\.zip$/)
  const files = readZip(await readFile(await download.path()))
  const [people = ''] = [...files].flatMap(([name, packed]) =>
    name.startsWith('people') ? [inflateRawSync(packed).toString()] : [],
  )
  expect(people).toContain(email)
})
