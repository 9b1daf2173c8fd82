import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Item } from '#functions/data/key.ts'
import type { ApiDocument } from './compare-apis.ts'

const login = z.object({ email: z.string(), password: z.string() })
const link = z.object({ email: z.string(), token: z.string() })

/**
 * The first line of a release's frozen file. It has everything apart from the items, such as the tokens that the release's users
 * still hold.
 */
const firstLine = z.object({
  /** The time at which the items were written. */
  now: z.string(),
  signing_secret: z.string(),
  /** The indexes of the release's table. */
  indexes: z.array(
    z.object({
      name: z.string(),
      partition: z.string(),
      sort: z.string(),
      projection: z.union([z.literal('KEYS_ONLY'), z.array(z.string())]),
    }),
  ),
  tenant_id: z.string(),
  logins: z.array(login),
  /** The refresh token of each user, by email address. */
  refresh_tokens: z.record(z.string(), z.string()),
  invitation: link,
  reset: link,
  pending: z.object({ tenant_id: z.string() }),
  unverified: z.object({ tenant_id: z.string(), token: z.string() }),
  proven: z.object({ tenant_id: z.string(), set_password_token: z.string() }),
  registered: z.extend(login, { tenant_id: z.string() }),
  other: z.extend(login, { tenant_id: z.string() }),
  deleted_patient: z.string(),
  changed_delivery: z.string(),
  patient: z.string(),
})

export interface Frozen extends z.output<typeof firstLine> {
  /** The day of the release that wrote the items. */
  release: string
  items: (Item & { pk: string; sk: string })[]
}

const folder = new URL('.', import.meta.url)

/** The releases whose items are stored in this folder, each as the name of its file without `.jsonl`. */
export const frozenReleases: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length))

export function readFrozen(release: string): Frozen {
  const [first = '{}', ...lines] = readFileSync(new URL(`${release}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n')
  return { ...firstLine.parse(JSON.parse(first)), release, items: lines.map((line) => JSON.parse(line)) }
}

/** Returns a release's OpenAPI document, without its prose. */
export const readFrozenApi = (release: string): ApiDocument =>
  JSON.parse(readFileSync(new URL(`${release}.api.json`, folder), 'utf8'))
