import { keysOf } from '#functions/data/table-keys.ts'
import { remove } from '#functions/data/writes.ts'
import type * as organisationExports from '#shared/api/organisation-exports.ts'
import type { CallsOf } from './call.ts'
import type { Workplace } from './workplace.ts'

/**
 * Returns an organisation in which no export is under way, because an organisation makes only one export at a time. Callers other
 * than the administrator may call in parallel, so each of them gets an organisation of its own.
 */
async function aFreeOrganisation({ app, admin, caller, tenant }: Workplace) {
  if (caller.user.id !== admin.user.id) return app.createPharmacy()
  await app.table.write(remove(keysOf(tenant.id).exportUnderWay))
  return { admin, tenant }
}

export const organisationExportCalls: CallsOf<typeof organisationExports> = {
  'POST /api/exports': {
    access: 'tenantAdmin',
    confirmed: true,
    leaves: 'organisation.exported',
    async ready(at) {
      const { admin, tenant } = await aFreeOrganisation(at)
      const made = async () => (await at.app.table.queryAll(keysOf(tenant.id).organisationExports)).length
      const before = await made()
      return { as: admin, done: async () => (await made()) - before, repeated: 409 }
    },
    races: {
      products: {
        'exporting all data': { as: (_, { admin }) => admin, refusals: ['409 An export is already in progress'] },
      },
    },
  },
  'GET /api/exports': { access: 'tenantAdmin' },
  'GET /api/exports/{id}/link': { access: 'tenantAdmin', confirmed: true, leaves: 'organisation.export_downloaded' },
}
