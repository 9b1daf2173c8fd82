import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { runInTenant } from '#functions/data/scope.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { continueExport } from '#functions/exports/continue-export.ts'
import type { BenchApp } from './bench-app.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { markdownTable } from './statistics.ts'

/**
 * Measures an export of all data at several sizes of the organisation: the seconds that it takes, and the memory of the process
 * before and at most during it.
 */
export async function measureExport(
  { guarded, services }: Pick<BenchApp, 'guarded' | 'services'>,
  tenants: readonly BenchTenant[],
): Promise<string> {
  const rows = []
  for (const { tenantId, count } of tenants) {
    const key = keysOf(tenantId).organisationExport(randomUUID())
    const id = key.sk.replace('EXPORT#', '')
    const created_at = new Date().toISOString()
    const waiting = { id, state: 'waiting', rows: 0, created_at, user_id: randomUUID() } as const
    await services.table.write(put(key, { ...waiting, expires_at_seconds: Date.now() / 1000 + 86_400 }))
    let parts = 0
    const { archives } = guarded
    const putPart: typeof archives.putPart = (...given) => {
      parts++
      return archives.putPart(...given)
    }
    const before = process.memoryUsage().rss
    let most = before
    let isOver = false
    const watch = (async () => {
      for (; !isOver; await setTimeout(50)) most = Math.max(most, process.memoryUsage().rss)
    })()
    const started = performance.now()
    const step = { tenant_id: tenantId, export_id: id }
    await runInTenant(tenantId, () => continueExport(step, { ...guarded, archives: { ...archives, putPart } }))
    const seconds = (performance.now() - started) / 1000
    isOver = true
    await watch
    const made = await services.table.get(key)
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
    const each = ((seconds / count) * 1000).toFixed(2)
    rows.push([count, made?.rows ?? 0, parts, seconds.toFixed(1), each, megabytes(before), megabytes(most)])
  }
  return markdownTable(
    ['deliveries', 'lines', 'parts', 'seconds', 'seconds for 1,000', 'memory before, MB', 'at most, MB'],
    rows,
  )
}
