import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { googleIdentityUrl } from '#shared/api/google-identity.ts'
import { queryClient } from '../api/query-client.ts'
import { fetchConfigJson } from './config-json.ts'

const config = z.object({
  /** Empty if this environment has no sign-in with Google. */
  google_client_id: z._default(z.string(), ''),
  /** Whether recipients can get text messages. */
  sends_texts: z._default(z.boolean(), false),
  /** The URL of Google's script. An environment that cannot reach Google sets the URL of a stand-in. */
  google_identity_url: z._default(z.string(), googleIdentityUrl),
  /** The hosts on which the sign-up page does not offer the group of products for medical practices. */
  medical_hidden_hosts: z._default(z.array(z.string()), []),
})
type Config = z.output<typeof config>

/** Returns the parsed settings of this environment. */
export const readConfig = async (): Promise<Config> => config.parse(await fetchConfigJson())

const query = { queryKey: ['config'], queryFn: readConfig, staleTime: Number.POSITIVE_INFINITY }

/** Reads the settings of this environment for a component. */
export const useConfig = () => useQuery(query)

/** Prefetches the settings before a screen needs them. */
export const readConfigAhead = () => queryClient.prefetchQuery(query)
