import { runInTenant } from '../data/scope.ts'
import { continueExport, type ExportReference, giveUpExport } from '../exports/continue-export.ts'
import { openServices } from '../http/services.ts'

/** The input of one step of the state machine that makes an export. */
interface Step extends ExportReference {
  /** Set if the previous steps have failed too often. This step then marks the export as failed. */
  hasFailed?: boolean
}

const services = openServices(process.env)

/** The most time, in milliseconds, that one page and the upload of a part may take. */
const partMilliseconds = 180_000

/** Continues an export. Step Functions calls this again and again until it returns that the export is done. */
export async function handler(
  { tenant_id, export_id, hasFailed = false }: Step,
  context: { getRemainingTimeInMillis(): number },
): Promise<ExportReference & { isDone: boolean }> {
  const step = { tenant_id, export_id }
  const isDone = await runInTenant(tenant_id, async () => {
    if (!hasFailed) return continueExport(step, services, () => context.getRemainingTimeInMillis() > partMilliseconds)
    await giveUpExport(step, services)
    services.log.error('export given up', step)
    return true
  })
  services.log.info('export went on', { ...step, isDone })
  return { ...step, isDone }
}
