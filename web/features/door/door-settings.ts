import { useQuery } from '@tanstack/react-query'
import { readSettings } from '#shared/api/settings.ts'
import type { Settings } from '#shared/model/settings.ts'
import { cachedAnswers, readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { storedValues } from '../../lib/device/stored-values.ts'
import { sessionStore, useSignedInSession } from '../../lib/session/session.ts'

/** Reads the organization's settings while there is a network, and keeps them for doors where there is none. */
export async function keepDoorSettings(): Promise<void> {
  await readAhead(readSettings, {})
  const session = sessionStore.read()
  const [settings] = cachedAnswers(readSettings)
  if (session.state === 'in' && settings) await storedValues.keep(session.user.id, 'settings', settings)
}

/** Returns the organization's settings, which say what is asked at a door. Without a network, they are those that this browser keeps. */
export function useDoorSettings(): { settings: Settings | undefined; isReading: boolean } {
  const { user } = useSignedInSession()
  const read = useApiQuery(readSettings, {}, { retry: false })
  const stored = useQuery({
    queryKey: ['door-settings', user.id],
    queryFn: async () => (await storedValues.read<Settings>(user.id, 'settings')) ?? null,
    networkMode: 'always',
    gcTime: 0,
  })
  return {
    settings: read.data ?? stored.data ?? undefined,
    isReading: stored.isPending || (read.isPending && read.isFetching),
  }
}
