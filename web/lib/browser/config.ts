import * as z from 'zod/mini'
import { googleIdentity } from '#shared/api/google-identity.ts'
import { configJson } from './config-json.ts'

const config = z.object({
  /** Empty: no sign-in with Google. */
  google_client_id: z._default(z.string(), ''),
  /** The address of a stand-in where Google cannot be reached. */
  google_identity_url: z._default(z.string(), googleIdentity),
  /** Hosts on whose sign-up page the medical group does not show. */
  medical_hidden_hosts: z._default(z.array(z.string()), []),
})
type Config = z.output<typeof config>

/** The settings of this environment. */
export const readConfig = async (): Promise<Config> => config.parse(await configJson())
