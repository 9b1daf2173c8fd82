import { compareActivity } from './compare-activity.ts'
import { compareColdStarts } from './compare-cold-starts.ts'
import { compareDeliveryLifeUnits, compareListBytes } from './compare-costs.ts'
import { compareCpu } from './compare-cpu.ts'
import { compareKnownAddressTiming } from './compare-known-address-timing.ts'
import { compareRun } from './compare-run.ts'
import { searchCases } from './compare-search.ts'
import { compareTenantSizes, deliveryCases } from './compare-tenant-sizes.ts'
import { compareWeb } from './compare-web.ts'
import { openBenchAppWithTenants } from './grown-tenants.ts'
import { measureExport } from './measure-export.ts'
import { measureImport } from './measure-import.ts'
import { measureNotices } from './measure-notices.ts'
import { measurePacket } from './measure-packet.ts'
import { measurePageOpening } from './measure-page-opening.ts'

/**
 * The command `npm run bench [-- part …]` runs the named parts, or all of them; the word `full` selects the sizes of the long run.
 * Both sides of every ratio are measured in one run, most of them alternately.
 */
const words = process.argv.slice(2)
const parts = words.filter((word) => word !== 'full')
const isAsked = (part: string) => parts.length === 0 || parts.includes(part)
const isFull = words.includes('full')

const sizes = isFull ? [1000, 100_000, 1_000_000] : [1000, 20_000]
const rounds = isFull ? 300 : 100

const filled = ['requests', 'search', 'export', 'notices'].some(isAsked) ? sizes : [1000]
console.log(`Filling the table (${filled.join(', ')} deliveries) …`)
const bench = await openBenchAppWithTenants(filled)
try {
  const [tenant] = bench.tenants
  if (!tenant) throw new Error('No tenant')
  if (isAsked('requests')) {
    console.log(`\n## Requests as the work grows (${rounds} calls each, in turn)\n`)
    console.log(await compareTenantSizes(bench, { tenants: bench.tenants, cases: deliveryCases(bench), rounds }))
  }
  if (isAsked('search')) {
    console.log(`\n## The counter’s search as the work grows (${rounds} calls each, in turn)\n`)
    console.log(await compareTenantSizes(bench, { tenants: bench.tenants, cases: searchCases(bench), rounds }))
  }
  if (isAsked('export')) {
    console.log('\n## An export of all data\n')
    console.log(await measureExport(bench, bench.tenants))
  }
  if (isAsked('import')) {
    console.log('\n## An import of deliveries\n')
    console.log(await measureImport(bench, tenant))
  }
  if (isAsked('costs')) {
    console.log('\n## Write units of a delivery’s life\n')
    console.log(await compareDeliveryLifeUnits(bench, tenant))
    console.log('\n## Bytes of a list’s answer\n')
    console.log(await compareListBytes(bench, tenant))
  }
  if (isAsked('notices')) {
    console.log('\n## Notices to recipients\n')
    console.log(await measureNotices(bench, bench.tenants))
  }
  if (isAsked('cpu')) {
    console.log('\n## CPU of the pipeline against a bare handler with the same DynamoDB calls\n')
    console.log(await compareCpu(bench, tenant))
  }
  if (isAsked('timing')) {
    console.log('\n## Whether time tells who has an account\n')
    console.log(await compareKnownAddressTiming(bench.services))
  }
  if (isAsked('cold')) {
    console.log('\n## First requests of a fresh process\n')
    console.log(await compareColdStarts(tenant, 25))
  }
} finally {
  await bench.close()
}
if (isAsked('run')) {
  console.log('\n## A run of 60 deliveries\n')
  console.log(await compareRun(isFull ? 9 : 3))
}
if (isAsked('activity')) {
  console.log(`\n## The activity as it grows (${rounds} calls each, in turn)\n`)
  console.log(await compareActivity(isFull ? [1000, 1_000_000] : [1000, 20_000], rounds))
}
if (isAsked('web')) {
  console.log('\n## The web app\n')
  console.log(await compareWeb())
}
if (isAsked('packet')) {
  console.log('\n## An audit packet, made in the browser\n')
  console.log(await measurePacket(isFull ? [50, 150, 200] : [50]))
}
if (isAsked('first')) {
  console.log('\n## The first second\n')
  console.log(await measurePageOpening())
}
