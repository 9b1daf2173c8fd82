import { update } from '#functions/data/writes.ts'
import type * as apiKeys from '#shared/api/api-keys.ts'
import { keyForm } from '#tests/support/builders.ts'
import type { CallsOf } from './call.ts'
import { placeholderGenerator } from './placeholders.ts'
import { apiKeyName, type Workplace } from './workplace.ts'

const gone = '404 Key not found'
const revoked = '409 This key was revoked'

const stored = ({ app, keys }: Workplace, id: string) => app.table.get(keys.apiKey(id))

/**
 * How many of the oldest keys are never revoked. A suite makes them at its start, and expects to find them unchanged at its end.
 */
const keysToKeep = 5

/** Revokes keys if many are active, because a suite makes more keys than an organisation may have. */
async function makeRoom({ app, keys }: Workplace) {
  const active = (await app.table.queryAll(keys.apiKeys)).filter(({ revoked_at }) => !revoked_at)
  if (active.length < 15) return
  const oldest = active.sort((a, b) => a.created_at.localeCompare(b.created_at))
  for (const { id } of oldest.slice(keysToKeep))
    await app.table.write(update(keys.apiKey(id), { set: { revoked_at: app.clock.now.toISOString() } }))
}

export const apiKeyCalls: CallsOf<typeof apiKeys> = {
  'GET /api/keys': { access: 'tenantAdmin' },
  'POST /api/keys': {
    access: 'tenantAdmin',
    confirmed: true,
    leaves: 'key.created',
    async ready(at) {
      await makeRoom(at)
      const made = async () => (await at.app.table.queryAll(at.keys.apiKeys)).length
      const before = await made()
      // A repeated call makes another key, because no response that contains a key may be kept. `done` counts the two as one.
      return {
        body: keyForm(at.app.clock.now, { name: apiKeyName }),
        done: async () => Math.min(1, (await made()) - before),
      }
    },
    places: { ends_on: placeholderGenerator('ends_on') },
    withoutDeliveries: [422, 'You do not have this permission yourself'],
    races: {
      key: {
        'creating another key': {
          body: (_, { tenant }) => keyForm(new Date(tenant.created_at), { name: 'Another' }),
          refusals: ['409 You already have 20 active keys'],
        },
      },
    },
  },
  'POST /api/keys/{id}/rotate': {
    access: 'tenantAdmin',
    confirmed: true,
    leaves: 'key.rotated',
    async ready(at) {
      await makeRoom(at)
      const { id } = await at.newKey()
      // A repeated call rotates the key again. `done` counts the two as one.
      return { params: { id }, done: async () => Math.min(1, ((await stored(at, id))?.hashes.length ?? 1) - 1) }
    },
    races: { key: { 'replacing the key': { refusals: [gone, revoked] } } },
  },
  'DELETE /api/keys/{id}': {
    access: 'tenantAdmin',
    leaves: 'key.revoked',
    async ready(at) {
      await makeRoom(at)
      const { id } = await at.newKey()
      return { params: { id }, done: async () => ((await stored(at, id))?.revoked_at ? 1 : 0), repeated: 409 }
    },
    races: { key: { 'revoking the key': { refusals: [gone, revoked] } } },
  },
}
